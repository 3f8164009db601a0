package dev.weir.jobs.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.pipeline.PipelineFile;
import dev.weir.operators.query.PricedQuery;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares running totals and sliding windows of recorded edits with answers that were computed without Weir's code:
 * {@code series/README.md}.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SeriesTruthIT {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path SERIES = Path.of("src/test/resources/series");
    private static final int KEYS = 35;

    /** The steps from 18:00 to 24:00, every five minutes; sliding windows have eleven more. */
    private static final int STEPS = 72;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path dir;

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void exact_values_are_those_of_a_recount_and_every_row_has_its_own_error(int parallelism) throws Exception {
        Pipeline pipeline = PipelineFile.read(SERIES.resolve("edits.yaml"), List.of(), Pipeline.Purpose.REPLAY)
                .pipeline();
        Replay.Order order = new Replay.Order(SERIES.resolve("edits.csv"), dir, parallelism, true);
        new Replay(pipeline, order, "{}", said -> {}).run();
        List<JsonNode> exact = rows("private/exact.jsonl");
        assertAnswers(exact, "so-far", STEPS);
        assertAnswers(exact, "running", 6);
        assertAnswers(exact, "sliding", STEPS + 11);
        List<JsonNode> released = rows("released.jsonl");
        assertThat(released).hasSameSizeAs(exact);
        pipeline.plan().queries().forEach(query -> assertErrors(released, query));
    }

    private List<JsonNode> rows(String file) throws IOException {
        List<JsonNode> rows = new ArrayList<>();
        for (String line : Files.readAllLines(dir.resolve(file))) {
            rows.add(JSON.readTree(line));
        }
        return rows;
    }

    /** Checks that every key has a row at every step: the answer, or zeros if there is none. */
    private static void assertAnswers(List<JsonNode> exact, String query, int steps) throws IOException {
        Map<String, List<Long>> answers = answers(query);
        Map<String, List<Long>> found = new TreeMap<>();
        for (JsonNode row : exact) {
            if (row.get("query").asText().equals(query)) {
                found.put(row.at("/window/end").asText() + "," + row.get("key").asText(), values(row));
            }
        }
        assertThat(found).hasSize(KEYS * steps).containsAllEntriesOf(answers);
        found.keySet().removeAll(answers.keySet());
        assertThat(found.values()).allSatisfy(values -> assertThat(values).containsOnly(0L));
    }

    private static List<Long> values(JsonNode row) {
        List<Long> values = new ArrayList<>();
        row.get("values").forEach(value -> values.add(value.get("value").asLong()));
        return values;
    }

    /** Returns the values of each line of the answers, by "end,key". */
    private static Map<String, List<Long>> answers(String query) throws IOException {
        Map<String, List<Long>> answers = new TreeMap<>();
        List<String> lines = Files.readAllLines(SERIES.resolve(query + ".csv"));
        for (String line : lines.subList(1, lines.size())) {
            String[] fields = line.split(",", -1);
            List<Long> values = new ArrayList<>();
            for (int i = 2; i < fields.length; i++) {
                values.add(Long.valueOf(fields[i]));
            }
            answers.put(fields[0] + "," + fields[1], values);
        }
        return answers;
    }

    /**
     * Checks the stated errors. The day's first row is that of step 217, because the steps before 18:00 are taken without
     * records.
     */
    private static void assertErrors(List<JsonNode> released, PricedQuery priced) {
        String query = priced.query().name();
        List<JsonNode> silent = new ArrayList<>();
        for (JsonNode row : released) {
            if (row.get("query").asText().equals(query)
                    && row.get("key").asText().equals("nobody")) {
                silent.add(row);
            }
        }
        int first = query.equals("so-far") ? 217 : 1;
        for (int i = 0; i < silent.size(); i++) {
            JsonNode row = silent.get(i);
            assertThat(row.path("step").asInt(first + i)).isEqualTo(first + i);
            double[] stddevs = priced.stddevs(first + i);
            List<JsonNode> values = new ArrayList<>();
            row.get("values").forEach(values::add);
            for (int value = 0; value < stddevs.length; value++) {
                double stddev =
                        Objects.requireNonNull(values.get(value).get("stddev")).asDouble();
                assertThat(stddev).isEqualTo(stddevs[value], within(1e-6 * stddevs[value]));
            }
        }
        assertThat(silent).isNotEmpty();
    }
}
