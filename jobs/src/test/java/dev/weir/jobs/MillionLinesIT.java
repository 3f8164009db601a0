package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.pipeline.PipelineFile;
import dev.weir.jobs.replay.Replay;
import dev.weir.operators.counters.Rejection;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Replays a recording in which every fifth line is broken, in every possible way. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class MillionLinesIT {

    private static final String PIPELINE = """
            pipeline: broken
            domain: {name: lines}
            source: {format: %s, time: time, unit: unit}
            clock: {by: record-time, delay: 1m, max-skew: 2h}
            privacy: {unit: user-per-day, budget: {epsilon: 1}}
            queries:
              - name: counts
                where: "kind == 'edit'"
                key: {field: key, declared: [k0, k1, k2, k3, k4, k5, k6, k7]}
                window: {tumbling: 1h}
                bounds: {keys-per-window: 2, records-per-cell: 2}
                release: [{count: edits}]
                spend: {contributions: 5}
              - name: sums
                key: {field: key, declared: [k0, k1, k2, k3]}
                window: {tumbling: 6h}
                release: [{count: all}, {sum: value, as: added, clamp: [0, 100]}]
                spend: {contributions: 3}
            limits: {record-bytes: 300, key-bytes: 40, unit-bytes: 40}
            """;

    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @ParameterizedTest
    @CsvSource({"CSV, 1000000", "JSON, 50000"})
    @Timeout(600)
    void counters_and_dead_letters_add_up_exactly_to_what_was_broken(LineFormat format, int lines) throws Exception {
        Letters expected = new Letters();
        BrokenLines recording = new BrokenLines(format, expected::add);
        Path input = folder.resolve("lines");
        recording.write(input, lines);
        Path out = folder.resolve("out");
        try (LogCapture log = LogCapture.into(folder.resolve("log"))) {
            replay(format, input, out);
            JsonNode counters = JSON.readTree(Files.readString(out.resolve("private/counters.json")));
            ObjectNode expectedCounters = JSON.createObjectNode();
            expectedCounters.set("counts", recording.counts.counters());
            expectedCounters.set("sums", recording.sums.counters());
            assertThat(counters).isEqualTo(expectedCounters);
            assertThat(Letters.of(out.resolve("private/dead-letter.jsonl"))).isEqualTo(expected);
            Containment.assertNoneIn(log.text());
            Containment.assertNoneUnder(folder, input);
        }
    }

    private void replay(LineFormat format, Path input, Path out) throws Exception {
        Path file = Files.writeString(
                folder.resolve("pipeline.yaml"),
                PIPELINE.formatted(format.name().toLowerCase(Locale.ROOT)));
        Pipeline pipeline =
                PipelineFile.read(file, List.of(), Pipeline.Purpose.REPLAY).pipeline();
        new Replay(pipeline, new Replay.Order(input, out, 2, false), "{}", line -> {}).run();
    }

    /**
     * Rejected lines: for each code their number, and a sum of hashes of their bytes, which does not depend on the order.
     *
     * @param sums number and sum by code
     */
    private record Letters(Map<Rejection, List<Long>> sums) {

        Letters() {
            this(new EnumMap<>(Rejection.class));
        }

        static Letters of(Path file) throws IOException {
            Letters letters = new Letters();
            try (BufferedReader lines = Files.newBufferedReader(file)) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    JsonNode letter = JSON.readTree(line);
                    letters.add(
                            Rejection.valueOf(letter.get("code").asText()),
                            letter.get("payload").binaryValue());
                }
            }
            return letters;
        }

        void add(Rejection code, byte[] bytes) {
            long hash = Arrays.hashCode(bytes) * 0x9e3779b97f4a7c15L;
            List<Long> sum = sums.getOrDefault(code, List.of(0L, 0L));
            sums.put(code, List.of(sum.get(0) + 1, sum.get(1) + (hash ^ hash >>> 29)));
        }
    }
}
