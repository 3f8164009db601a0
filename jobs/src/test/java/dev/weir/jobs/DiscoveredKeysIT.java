package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Replays a recording whose keys nobody declares, at both parallelisms, each with another order of arrival. Crowds have so many units, and canaries one, that a wrong fate of a key has
 * a probability below 1e-9.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class DiscoveredKeysIT {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int CROWD = 300;
    private static final int FLOOD = 10_000;
    private static final String SCRIPT = "\"><script>alert(1)</script>";

    private static final String PIPELINE = """
            pipeline: pages
            domain: {name: site}
            source: {format: json, time: time, unit: unit}
            clock: {by: record-time, delay: 0s, max-skew: 1d}
            privacy: {unit: user, budget: {epsilon: 2, delta: 1e-6}}
            queries:
              - name: hours
                key: {field: page, discovered: {delta: 1e-9}}
                window: {tumbling: 1h}
                bounds: {records-per-cell: 1}
                release: [{count: visitors}]
                spend: {contributions: 3}
              - name: pairs
                key: {fields: [lang, page], discovered: {delta: 1e-9}}
                window: {tumbling: 1h}
                bounds: {records-per-cell: 1}
                release: [{mean: size, clamp: [0, 4], grid: 1}]
                spend: {contributions: 3}
              - name: alone
                key: {field: page, discovered: {delta: 1e-9}}
                window: {tumbling: 1h}
                release: []
                spend: {contributions: 3}
              - name: so-far
                key: {field: page, discovered: {delta: 1e-9, by: people}}
                window: {running: {every: 1h, horizon: 3}}
                bounds: {keys-per-period: 3, records-per-key: 1}
                release: [{distinct-units: people}]
                spend: {contributions: 3}
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path dir;

    /** The records of each hour. */
    private final Map<Integer, List<byte[]>> recording = new TreeMap<>();

    private void record(int hour, int second, String unit, byte[] page) {
        String head = String.format(
                "{\"time\":\"2026-01-01T%02d:%02d:%02dZ\",\"unit\":\"%s\",\"lang\":\"%%,a\",\"size\":3,\"page\":\"",
                hour, second / 60, second % 60, unit);
        ByteArrayOutputStream record = new ByteArrayOutputStream();
        record.writeBytes(head.getBytes(StandardCharsets.UTF_8));
        record.writeBytes(page);
        record.writeBytes("\"}\n".getBytes(StandardCharsets.UTF_8));
        recording.computeIfAbsent(hour, any -> new ArrayList<>()).add(record.toByteArray());
    }

    private void record(int hour, int second, String unit, String page) {
        record(hour, second, unit, page.getBytes(StandardCharsets.UTF_8));
    }

    /** Writes the records, those of an hour in some order. */
    private Path recorded(int order) throws Exception {
        for (int unit = 0; unit < CROWD; unit++) {
            record(0, unit, "u" + unit, unit % 2 == 0 ? "zoo" : "\\" + SCRIPT);
            record(0, unit, "u" + unit, unit % 2 == 0 ? "\\" + SCRIPT : "zoo");
        }
        for (int unit = 0; unit < 20; unit++) {
            record(1, unit, "lone" + unit, "CANARY" + unit);
            record(1, unit, "lone" + unit, "CANARY\\\"<script>" + unit);
        }
        record(1, 30, "a", "CANARY\\nline");
        record(1, 31, "b", "CANARY\\u202Eturn");
        record(1, 32, "c", "CANARY" + "k".repeat(251));
        record(1, 33, "d", new byte[] {'C', 'A', 'N', 'A', 'R', 'Y', (byte) 0xFF});
        for (int key = 0; key < FLOOD; key++) {
            record(1, 100 + key / 4, "flood", "CANARY-flood" + key);
        }
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (List<byte[]> ofHour : recording.values()) {
            Collections.shuffle(ofHour, new Random(order));
            ofHour.forEach(all::writeBytes);
        }
        return Files.write(dir.resolve("pages.jsonl"), all.toByteArray());
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "2"})
    void keys_of_crowds_are_published_in_order_and_of_others_nothing_is_found_outside_of_the_private_folder(
            String parallelism) throws Exception {
        Path out = Replays.replay(dir, PIPELINE, recorded(Integer.parseInt(parallelism)), parallelism);
        assertThat(contexts(out.resolve("released.jsonl")))
                .containsExactly(
                        "alone " + SCRIPT + " 01", "alone zoo 01",
                        "hours " + SCRIPT + " 01", "hours zoo 01",
                        "pairs %,a/" + SCRIPT + " 01", "pairs %,a/zoo 01",
                        "so-far " + SCRIPT + " 01 announced", "so-far zoo 01 announced",
                        "so-far " + SCRIPT + " 02", "so-far zoo 02");
        for (Path file : files(out)) {
            if (!file.startsWith(out.resolve("private"))) {
                assertThat(Files.readString(file)).as(file.toString()).doesNotContain("CANARY");
            }
        }
        assertThat(Files.readString(out.resolve("private/ledger.jsonl"))).doesNotContain("CANARY");
        assertThat(Files.readString(out.resolve("report.html")))
                .contains("\\u003cscript>alert")
                .doesNotContain("<script>alert");
        Map<String, Integer> exact = new TreeMap<>();
        for (String row : Files.readAllLines(out.resolve("private/exact.jsonl"))) {
            exact.merge(JSON.readTree(row).get("query").asText(), 1, Integer::sum);
        }
        // 20 units with two canaries each, and three of the flood; running totals have a row for each key at each step
        assertThat(exact).containsEntry("hours", 45).containsEntry("pairs", 45);
        assertThat(Files.readString(out.resolve("released.jsonl")))
                .contains("\"release\":\"site/pairs/1/%25%2Ca,zoo/")
                .doesNotContain("units (not released)");
        assertThat(rejected(out)).containsExactlyInAnyOrder("MALFORMED", "MALFORMED", "TOO_LARGE", "MALFORMED");
    }

    private static List<String> rejected(Path out) throws Exception {
        List<String> rejected = new ArrayList<>();
        for (String row : Files.readAllLines(out.resolve("private/dead-letter.jsonl"))) {
            rejected.add(JSON.readTree(row).get("code").asText());
        }
        return rejected;
    }

    private static List<Path> files(Path folder) throws Exception {
        try (var all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile).toList();
        }
    }

    private static String key(JsonNode key) {
        return key.isObject() ? key.get("lang").asText() + "/" + key.get("page").asText() : key.asText();
    }

    private static List<String> contexts(Path file) throws Exception {
        List<String> contexts = new ArrayList<>();
        for (String row : Files.readAllLines(file)) {
            JsonNode read = JSON.readTree(row);
            contexts.add(read.get("query").asText() + " " + key(read.get("key")) + " "
                    + read.at("/window/end").asText().substring(11, 13)
                    + (read.path("announced").asBoolean() ? " announced" : ""));
        }
        return contexts;
    }
}
