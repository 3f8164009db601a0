package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the exact answers of all kinds of aggregates, after bounding, with answers that were computed by other code. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class AggregatesIT {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int BINS = 5;

    private static final String PIPELINE = """
            pipeline: aggregates
            domain: {name: site}
            source: {format: csv, time: time, unit: unit}
            privacy: {unit: user-per-day, budget: {BUDGET}}
            queries:
              - name: q
                key: {field: key, declared: [KEYS]}
                window: {tumbling: 5m}
                bounds: {keys-per-window: 2, records-per-cell: 5}
                release:
                  - {count: hits}
                  - {distinct-units: hosts}
                  - {sum: value, as: bytes, clamp: [0, 50000], grid: 100}
                  - {mean: value, as: size, clamp: [0, 50000], grid: 100}
                  - {variance: value, as: spread, clamp: [0, 50000], grid: 100}
                  - {histogram: value, as: sizes, edges: [1000, 5000, 10000, 30000], grid: 100}
                  - {ratio: value, to: status, as: rate, clamp: [0, 50000], to-clamp: [0, 1000], grid: 100}
                  - {quantiles: value, as: some, at: [0.5, 0.9, 0.99], range: [0, 50000], grid: 100}
                  - {median: value, as: middle, range: [0, 50000], grid: 100}
                  - {max: value, as: top, range: [0, 50000], grid: 100}
                  - {vector: [value, status], as: both, linf: 50000, grid: 100}
                spend: {contributions: 1000}
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path dir;

    private static List<NamedCsvRecord> truth() throws IOException, URISyntaxException {
        try (CsvReader<NamedCsvRecord> csv =
                CsvReader.builder().ofNamedCsvRecord(Replays.resource("quarter-hour-truth.csv"))) {
            return csv.stream().toList();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1 epsilon: 1", "2 epsilon: 1, delta: 1e-6"})
    void exact_answers_are_those_of_the_reference(String parallelismAndBudget) throws Exception {
        String[] given = parallelismAndBudget.split(" ", 2);
        Map<String, JsonNode> rows = replay(given[0], given[1]);
        List<NamedCsvRecord> truth = truth();
        assertThat(truth).hasSizeGreaterThan(20);
        for (NamedCsvRecord expected : truth) {
            String name = expected.getField("window_start") + " " + expected.getField("key");
            check(expected, Objects.requireNonNull(rows.get(name), name));
        }
        long records = truth.stream()
                .mapToLong(cell -> Long.parseLong(cell.getField("count")))
                .sum();
        assertThat(rows.values().stream()
                        .mapToLong(row -> row.at("/hits/value").asLong())
                        .sum())
                .isEqualTo(records);
    }

    private Map<String, JsonNode> replay(String parallelism, String budget) throws Exception {
        Path out = Replays.replay(dir, pipeline(budget), Replays.quarterHour(), parallelism);
        assertThat(Files.readString(out.resolve("report.html"))).contains("sizes", "counts");
        Map<String, JsonNode> rows = new HashMap<>();
        for (String row : Files.readAllLines(out.resolve("private/exact.jsonl"))) {
            JsonNode read = JSON.readTree(row);
            rows.put(read.at("/window/start").asText() + " " + read.get("key").asText(), read.get("values"));
        }
        return rows;
    }

    private static String pipeline(String budget) throws IOException, URISyntaxException {
        String keys =
                truth().stream().map(cell -> cell.getField("key")).distinct().collect(Collectors.joining(", "));
        return PIPELINE.replace("BUDGET", budget).replace("KEYS", keys);
    }

    private static void check(NamedCsvRecord expected, JsonNode row) {
        assertNumber(row.at("/hits/value"), expected, "count");
        assertNumber(row.at("/hosts/value"), expected, "units");
        assertNumber(row.at("/bytes/value"), expected, "sum");
        assertNumber(row.at("/size/value"), expected, "mean");
        assertNumber(row.at("/size/count/value"), expected, "count");
        assertNumber(row.at("/size/sum/value"), expected, "sum");
        assertNumber(row.at("/spread/value"), expected, "variance");
        assertNumber(row.at("/spread/mean/value"), expected, "mean");
        assertNumber(row.at("/spread/count/value"), expected, "count");
        assertNumber(row.at("/rate/numerator/value"), expected, "sum");
        assertNumber(row.at("/both/value/0"), expected, "sum");
        assertNumber(row.at("/some/quantiles/0/value"), expected, "q50");
        assertNumber(row.at("/some/quantiles/1/value"), expected, "q90");
        assertNumber(row.at("/some/quantiles/2/value"), expected, "q99");
        assertNumber(row.at("/some/count/value"), expected, "count");
        assertNumber(row.at("/middle/value"), expected, "q50");
        for (int bin = 0; bin < BINS; bin++) {
            assertNumber(row.at("/sizes/counts/" + bin), expected, "b" + bin);
        }
    }

    private static void assertNumber(JsonNode found, NamedCsvRecord expected, String column) {
        if (expected.getField(column).isEmpty()) {
            return; // there is no mean of an empty set
        }
        double number = Double.parseDouble(expected.getField(column));
        assertThat(found.asDouble(Double.NaN))
                .as("%s of %s", column, expected)
                .isCloseTo(number, within(1e-11 * Math.abs(number)));
    }
}
