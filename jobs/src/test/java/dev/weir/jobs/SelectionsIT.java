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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests selections and learnt clamps from a file to rows. Exact answers are compared with the records; released ones are
 * checked for their form.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class SelectionsIT {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long WINDOW = 300;

    private static final String PIPELINE = """
            pipeline: selections
            domain: {name: site}
            source: {format: csv, time: time, unit: unit}
            privacy: {unit: user-per-day, budget: {BUDGET}}
            queries:
              - name: q
                key: {field: key, declared: [images, shuttle, history]}
                window: {tumbling: 5m}
                release:
                  - {median: value, as: middle, range: [0, 100000], grid: 100, method: select}
                  - {quantiles: value, as: some, at: [0.5, 0.9], range: [0, 100000], grid: 100, method: select}
                  - {max: value, as: largest, range: [0, 100000], grid: 100, method: select}
                  - {top: status, as: codes, among: ["200", "302", "304"], k: 2}
                  - {top: status, as: drawn, among: ["200", "302", "304"], k: 2, method: select, votes: one-per-candidate}
                  - {sum: value, as: added, clamp: {auto: {start: 1024}}}
                  - {mean: value, as: average, clamp: {auto: {share: 0.5, start: 1024, signed: true}}}
                spend: {contributions: 100000}
              - name: best
                key: {field: key, declared: [images, shuttle, history]}
                window: {tumbling: 5m}
                release: [{choose: status, as: code, from: ["200", "304"], limit-per-option: 60000}]
                spend: {contributions: 1}
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path dir;

    /** The records of one key and window. */
    private static final class Cell {
        private final List<Long> values = new ArrayList<>();
        private final Map<String, Long> codes = new TreeMap<>();

        /** Returns a quantile of the values, rounded half up to hundreds. */
        long quantile(double q) {
            List<Long> rounded = values.stream()
                    .map(value -> Math.min(100_000, (value + 50) / 100 * 100))
                    .sorted()
                    .toList();
            return rounded.get((int) Math.ceil(q * rounded.size() - 1e-9) - 1);
        }

        long sum() {
            return values.stream().mapToLong(Long::longValue).sum();
        }

        long count(String code) {
            return codes.getOrDefault(code, 0L);
        }
    }

    private static Map<String, Cell> cells() throws IOException, URISyntaxException {
        Map<String, Cell> cells = new HashMap<>();
        try (CsvReader<NamedCsvRecord> csv = CsvReader.builder().ofNamedCsvRecord(Replays.quarterHour())) {
            csv.forEach(record -> {
                long time = Instant.parse(record.getField("time")).getEpochSecond();
                String name = Instant.ofEpochSecond(time / WINDOW * WINDOW) + " " + record.getField("key");
                Cell cell = cells.computeIfAbsent(name, none -> new Cell());
                cell.values.add(Long.parseLong(record.getField("value")));
                cell.codes.merge(record.getField("status"), 1L, Long::sum);
            });
        }
        return cells;
    }

    @ParameterizedTest
    @ValueSource(strings = {"1 epsilon: 1", "2 epsilon: 1, delta: 1e-6"})
    void exact_answers_are_those_of_the_records_and_released_ones_have_their_shape(String parallelismAndBudget)
            throws Exception {
        String[] given = parallelismAndBudget.split(" ", 2);
        Path out = Replays.replay(dir, PIPELINE.replace("BUDGET", given[1]), Replays.quarterHour(), given[0]);
        Map<String, Cell> cells = cells();
        int compared = 0;
        for (JsonNode row : rows(out.resolve("private/exact.jsonl"))) {
            Cell cell = cells.get(
                    row.at("/window/start").asText() + " " + row.get("key").asText());
            if (cell != null) {
                compared++;
                checkExact(row.get("query").asText(), row.get("values"), cell);
            }
        }
        assertThat(compared).isGreaterThan(10);
        for (JsonNode row : rows(out.resolve("released.jsonl"))) {
            checkReleased(row.get("query").asText(), row.get("values"));
        }
        assertThat(Files.readString(out.resolve("report.html"))).contains("\"codes\":[{\"keys\":[");
    }

    private static List<JsonNode> rows(Path file) throws IOException {
        List<JsonNode> rows = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            rows.add(JSON.readTree(line));
        }
        return rows;
    }

    private static void checkExact(String query, JsonNode values, Cell cell) {
        if (query.equals("best")) {
            assertThat(values.get("code").asText()).isEqualTo(cell.count("200") >= cell.count("304") ? "200" : "304");
            return;
        }
        assertThat(values.at("/middle/value").asLong()).isEqualTo(cell.quantile(0.5));
        assertThat(values.at("/some/quantiles/0/value").asLong()).isEqualTo(cell.quantile(0.5));
        assertThat(values.at("/some/quantiles/1/value").asLong()).isEqualTo(cell.quantile(0.9));
        assertThat(values.at("/largest/value").asLong()).isEqualTo(cell.quantile(1));
        long most =
                cell.codes.values().stream().mapToLong(Long::longValue).max().orElseThrow();
        assertThat(cell.count(values.at("/codes/keys/0").asText())).isEqualTo(most);
        assertThat(values.at("/codes/counts/0").asLong()).isEqualTo(most);
        assertThat(cell.count(values.at("/drawn/keys/0").asText())).isPositive();
        assertThat(values.at("/added/value").asLong()).isEqualTo(cell.sum());
        assertThat(values.at("/average/value").asDouble())
                .isCloseTo((double) cell.sum() / cell.values.size(), within(1e-6));
        assertThat(values.at("/average/count/value").asLong()).isEqualTo(cell.values.size());
    }

    private static void checkReleased(String query, JsonNode values) {
        if (query.equals("best")) {
            assertThat(values.get("code").asText()).isIn("200", "304");
            return;
        }
        assertThat(values.at("/middle/rank_error95").isNumber()).isTrue();
        assertThat(values.at("/some/quantiles")).hasSize(2);
        assertThat(values.at("/some/rank_error95/0.9").isNumber()).isTrue();
        assertThat(values.at("/largest/ignores").isNumber()).isTrue();
        assertThat(values.at("/codes/counts")).hasSize(2);
        assertThat(values.at("/drawn/keys")).hasSize(2);
        assertThat(values.at("/drawn/counts").isMissingNode()).isTrue();
        assertThat(Long.bitCount(values.at("/added/clamp").asLong())).isEqualTo(1);
        assertThat(values.at("/average/interval")).hasSize(2);
    }
}
