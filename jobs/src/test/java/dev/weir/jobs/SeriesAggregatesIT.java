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
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares exact answers of blocks in running totals and sliding windows with those of all records in a window. The shares
 * are large enough that no record is left out.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class SeriesAggregatesIT {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long MINUTE = 60_000;
    private static final double[] EDGES = {1000, 5000, 10_000, 30_000};

    private static final String RELEASE = """
                  - {count: hits}
                  - {sum: value, as: bytes, clamp: [0, 50000], grid: 100}
                  - {mean: value, as: size, clamp: [0, 50000], grid: 100}
                  - {variance: value, as: spread, clamp: [0, 50000], grid: 100}
                  - {histogram: value, as: sizes, edges: [1000, 5000, 10000, 30000], grid: 100}
                  - {ratio: value, to: status, as: rate, clamp: [0, 50000], to-clamp: [0, 1000], grid: 100}
                  - {quantiles: value, as: some, at: [0.5, 0.9], range: [0, 50000], grid: 100}
                  - {vector: [value, status], as: both, linf: 50000, grid: 100}
                  - {top: key, as: often, among: [images, shuttle, history, facts], k: 2}
            """;

    private static final String PIPELINE = """
            pipeline: series
            domain: {name: site}
            source: {format: csv, time: time, unit: unit}
            privacy: {unit: user-per-day, budget: {BUDGET}}
            queries:
              - name: running
                key: {field: key, declared: [images, shuttle, history]}
                window: {running: {every: 1m, horizon: 15}}
                release:
            RELEASE    spend: {contributions: 20000}
              - name: sliding
                key: {field: key, declared: [images, shuttle, history]}
                window: {sliding: 4m, every: 1m}
                release:
            RELEASE    spend: {contributions: 20000}
            """.replace("RELEASE", RELEASE);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path dir;

    /** The values of a key's records in a window, rounded to hundreds and clamped. */
    private static final class Cell {
        private final List<Double> values = new ArrayList<>();

        void add(double value) {
            values.add(Math.max(0, Math.min(50_000, Math.floor(value / 100 + 0.5) * 100)));
        }

        double sum() {
            return values.stream().mapToDouble(Double::doubleValue).sum();
        }

        double mean() {
            return sum() / values.size();
        }

        double variance() {
            double mean = mean();
            return values.stream().mapToDouble(v -> (v - mean) * (v - mean)).sum() / values.size();
        }

        double quantile(double q) {
            return values.stream().sorted().toList().get((int) Math.ceil(q * values.size()) - 1);
        }

        long between(double low, double high) {
            return values.stream().filter(v -> v >= low && v < high).count();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1 epsilon: 1", "2 epsilon: 1, delta: 1e-6"})
    void exact_answers_are_those_of_all_records_of_a_window(String parallelismAndBudget) throws Exception {
        String[] given = parallelismAndBudget.split(" ", 2);
        Path out = Replays.replay(dir, PIPELINE.replace("BUDGET", given[1]), Replays.quarterHour(), given[0]);
        Map<String, Cell> truth = truth();
        int compared = 0;
        for (String line : Files.readAllLines(out.resolve("private/exact.jsonl"))) {
            JsonNode row = JSON.readTree(line);
            String name = row.get("query").asText() + " " + row.get("key").asText() + " "
                    + Instant.parse(row.at("/window/end").asText());
            Cell cell = truth.get(name);
            assertThat(row.at("/values/hits/value").asLong()).as(name).isEqualTo(cell == null ? 0 : cell.values.size());
            if (cell != null) {
                check(row.get("values"), cell, row.get("key").asText());
                compared++;
            }
        }
        assertThat(compared).isGreaterThan(60);
        assertThat(Files.readString(out.resolve("report.html"))).contains("spread", "quantiles");
        assertThatEveryRowHasErrors(out);
    }

    private static void assertThatEveryRowHasErrors(Path out) throws IOException {
        List<String> rows = Files.readAllLines(out.resolve("released.jsonl"));
        assertThat(rows).hasSizeGreaterThan(80);
        for (String line : rows) {
            JsonNode values = JSON.readTree(line).get("values");
            JsonNode interval = values.at("/size/interval");
            assertThat(interval.get(1).asDouble()).isGreaterThan(interval.get(0).asDouble());
            assertThat(values.at("/size/count/stddev").asDouble()).isPositive();
            assertThat(values.at("/sizes/counts")).hasSize(EDGES.length + 1);
            assertThat(values.at("/some/rank_error95/0.5").asDouble()).isPositive();
        }
    }

    /** Returns the true cells by query, key and end of the window. */
    private static Map<String, Cell> truth() throws IOException, URISyntaxException {
        Map<String, Cell> truth = new TreeMap<>();
        try (CsvReader<NamedCsvRecord> csv = CsvReader.builder().ofNamedCsvRecord(Replays.quarterHour())) {
            for (NamedCsvRecord row : csv.stream().toList()) {
                double value = Double.parseDouble(row.getField("value"));
                long step = Instant.parse(row.getField("time")).toEpochMilli() / MINUTE;
                long last = Instant.parse("1995-08-01T06:30:00Z").toEpochMilli() / MINUTE;
                for (long end = step + 1; end <= last; end++) {
                    String key = " " + row.getField("key") + " " + Instant.ofEpochMilli(end * MINUTE);
                    truth.computeIfAbsent("running" + key, name -> new Cell()).add(value);
                    if (end <= step + 4) {
                        truth.computeIfAbsent("sliding" + key, name -> new Cell())
                                .add(value);
                    }
                }
            }
        }
        return truth;
    }

    private static void check(JsonNode row, Cell cell, String key) {
        assertNumber(row.at("/bytes/value"), cell.sum());
        assertNumber(row.at("/size/value"), cell.mean());
        assertNumber(row.at("/size/count/value"), cell.values.size());
        assertNumber(row.at("/size/sum/value"), cell.sum());
        assertNumber(row.at("/spread/value"), cell.variance());
        assertNumber(row.at("/spread/mean/value"), cell.mean());
        assertNumber(row.at("/rate/numerator/value"), cell.sum());
        assertNumber(row.at("/both/value/0"), cell.sum());
        assertNumber(row.at("/some/quantiles/0/value"), cell.quantile(0.5));
        assertNumber(row.at("/some/quantiles/1/value"), cell.quantile(0.9));
        assertThat(row.at("/often/keys/0").asText()).isEqualTo(key);
        assertNumber(row.at("/often/counts/0"), cell.values.size());
        for (int bin = 0; bin <= EDGES.length; bin++) {
            double low = bin == 0 ? Double.NEGATIVE_INFINITY : EDGES[bin - 1];
            double high = bin == EDGES.length ? Double.POSITIVE_INFINITY : EDGES[bin];
            assertNumber(row.at("/sizes/counts/" + bin), (double) cell.between(low, high));
        }
    }

    private static void assertNumber(JsonNode found, double expected) {
        assertThat(found.asDouble(Double.NaN)).isCloseTo(expected, within(1e-11 * Math.abs(expected)));
    }
}
