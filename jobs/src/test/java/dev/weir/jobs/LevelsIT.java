package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Replays one recording by trees and sets of fields, and counts every cell of every level again record by record. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class LevelsIT {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int WINDOW = 300;

    private static final String QUERY = """
              - name: %s
                key: {%s}
                window: {tumbling: 5m}
                release: [{count: hits}]
                spend: {contributions: 100000, per-window: %d}
            """;

    private static final String PIPELINE = """
            pipeline: levels
            domain: {name: site}
            source: {format: csv, time: time, unit: unit}
            lookups: {kind: {from: key, file: kinds.csv}}
            privacy: {unit: user-per-day, budget: {epsilon: 1, delta: 1e-6}}
            queries:
            """
            + QUERY.formatted("total", "levels: [{field: key}], declared: [images, shuttle], others: \"o,t/h*er\"", 1)
            + QUERY.formatted(
                    "tree", "levels: [{field: kind}, {field: key}], declared-file: places.csv, others: rest", 1)
            + QUERY.formatted("cube", "cube: [key, status], " + product(), 1)
            + QUERY.formatted("rollup", "rollup: [key, status], " + product(), 1)
            // 100 records of a unit in one window make totals so dear that they are estimated from other levels
            + QUERY.formatted("sets", "sets: [[status, key], [status], []], " + product(), 100)
            + QUERY.formatted(
                            "so-far",
                            "levels: [{field: kind}, {field: key}], declared-file: places.csv, others: rest",
                            1)
                    .replace("tumbling: 5m", "running: {every: 5m, horizon: 12, reset: 1d}")
                    .replace("100000", "1000")
                    .replace(", per-window: 1", "")
            + QUERY.formatted("sliding", "cube: [key, status], " + product(), 1)
                    .replace("tumbling: 5m", "sliding: 10m, every: 5m")
                    .replace("100000", "1000")
                    .replace(", per-window: 1", "")
            + QUERY.formatted("units", "cube: [key, status], " + product(), 1)
                    .replace("count: hits", "distinct-units: hits")
            + QUERY.formatted("units-so-far", "cube: [key, status], " + product(), 1)
                    .replace("count: hits", "distinct-units: hits")
                    .replace("tumbling: 5m", "running: {every: 5m, horizon: 12, reset: 1d}")
                    .replace("100000", "1000")
                    .replace(", per-window: 1", "");

    private static final Map<String, String> KINDS = Map.of("images", "picture", "icons", "picture", "shuttle", "page");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path dir;

    private static String product() {
        return "declared: {key: [images, shuttle, history], status: [200, 304]}, others: {key: rest, status: other}";
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "2"})
    void every_cell_of_every_level_is_that_of_a_count_by_hand(String parallelism) throws Exception {
        Files.writeString(dir.resolve("kinds.csv"), "key,kind\nimages,picture\nicons,picture\nshuttle,page\n");
        Files.writeString(dir.resolve("places.csv"), "kind,key\npicture,images\npage,shuttle\npicture,icons\n");
        Path out = Replays.replay(dir, PIPELINE, Replays.quarterHour(), parallelism);
        Map<String, BigDecimal> exact = values(out.resolve("private/exact.jsonl"));
        Map<String, BigDecimal> released = values(out.resolve("released.jsonl"));
        assertThat(released.keySet()).isEqualTo(exact.keySet());
        exact.values().removeIf(value -> value.signum() == 0);
        assertThat(exact).isEqualTo(new Counts(ends(released.keySet())).counted());
        assertAgree(released);
        assertShown(out);
    }

    private static final String BLOCKS = PIPELINE.substring(0, PIPELINE.indexOf("  - name:")) + """
              - name: tree
                key: {levels: [{field: kind}, {field: key}], declared-file: places.csv, others: rest}
                window: {tumbling: 5m}
                release:
                  - {mean: value, as: size, clamp: [0, 10000], grid: 1}
                  - {histogram: value, as: sizes, edges: [1000, 5000]}
                  - {histogram: status, as: states, values: [200, 304]}
                spend: {contributions: 100000, per-window: 1}
              - name: so-far
                key: {cube: [kind, status], declared: {kind: [picture, page], status: [200, 304]}, others: {kind: rest, status: other}}
                window: {running: {every: 5m, horizon: 12, reset: 1d}}
                release: [{vector: [value, status], as: both, linf: 10000, grid: 1}, {histogram: value, as: sizes, edges: [1000, 5000]}]
                spend: {contributions: 1000}
            """;

    /** Every bin, coordinate, count and sum of every row is that of a recount of the file, and noisy ones add up over keys. */
    @Test
    void every_number_of_histograms_means_and_vectors_is_that_of_a_recount() throws Exception {
        Files.writeString(dir.resolve("kinds.csv"), "key,kind\nimages,picture\nicons,picture\nshuttle,page\n");
        Files.writeString(dir.resolve("places.csv"), "kind,key\npicture,images\npage,shuttle\npicture,icons\n");
        Path out = Replays.replay(dir, BLOCKS, Replays.quarterHour(), "2");
        List<JsonNode> exact = rows(out.resolve("private/exact.jsonl"));
        List<JsonNode> released = rows(out.resolve("released.jsonl"));
        assertThat(exact).hasSameSizeAs(released).hasSizeGreaterThan(50);
        BlockRecount recount = BlockRecount.of(Replays.resource("quarter-hour.csv"), KINDS);
        exact.forEach(recount::assertExact);
        BlockRecount.assertAgree(released);
        JsonNode card = JSON.readTree(out.resolve("card.json").toFile());
        assertThat(card.at("/queries/0/values/0/by kind/count/stddev").asDouble())
                .isPositive();
        assertThat(card.at("/queries/1/values/0/all/rms-length").asDouble()).isPositive();
    }

    private static List<JsonNode> rows(Path file) throws Exception {
        List<JsonNode> rows = new ArrayList<>();
        for (String row : Files.readAllLines(file)) {
            rows.add(JSON.readTree(row));
        }
        return rows;
    }

    private static Map<String, BigDecimal> values(Path file) throws Exception {
        Map<String, BigDecimal> values = new TreeMap<>();
        for (String row : Files.readAllLines(file)) {
            JsonNode read = JSON.readTree(row);
            String name =
                    read.get("query").asText() + " " + read.at("/window/end").asText() + " " + read.get("key");
            assertThat(values.put(
                            name, new BigDecimal(read.at("/values/hits/value").asText())))
                    .isNull();
        }
        return values;
    }

    /** The rows of a window that have one more attribute than another row, and agree with it in the others, add up to it. */
    private static void assertAgree(Map<String, BigDecimal> released) {
        Map<String, BigDecimal> sums = new HashMap<>();
        released.forEach((name, value) -> {
            for (String attribute : List.of("key", "status")) {
                boolean isTree = Stream.of("tree", "total", "rollup", "so-far").anyMatch(name::startsWith);
                String without = without(name, attribute);
                boolean isLast = !isTree
                        || name.lastIndexOf("\":\"") == name.indexOf("\"" + attribute + "\":") + attribute.length() + 1;
                boolean addsUp = !name.startsWith("units");
                if (addsUp && !without.equals(name) && isLast && released.containsKey(without)) {
                    sums.merge(without + attribute, value, BigDecimal::add);
                }
            }
        });
        assertThat(sums).hasSizeGreaterThan(60);
        sums.forEach((name, sum) -> {
            String total = name.substring(0, name.lastIndexOf('}') + 1);
            assertThat(sum).as(name).isEqualByComparingTo(released.get(total));
        });
    }

    private static String without(String name, String attribute) {
        return name.replaceFirst("\"" + attribute + "\":\"[^\"]*\"", "")
                .replace("{,", "{")
                .replace(",}", "}");
    }

    private static void assertShown(Path out) throws Exception {
        assertThat(Files.readString(out.resolve("released.jsonl")))
                .contains("/total/1/*/", "/total/1/o%2Ct%2Fh%2Aer/", "/tree/1/picture,*/", "/tree/1/rest,rest/")
                .contains("/cube/1/*,304/", "\"key\":{\"status\":\"304\"}", "\"key\":{}", "/rollup/1/*,*/");
        JsonNode card = JSON.readTree(out.resolve("card.json").toFile());
        assertThat(card.at("/queries/1/keys/levels").toString()).isEqualTo("[[],[\"kind\"],[\"kind\",\"key\"]]");
        assertThat(card.at("/queries/2/keys/levels").toString())
                .isEqualTo("[[],[\"key\"],[\"status\"],[\"key\",\"status\"]]");
        assertThat(card.at("/queries/4/values/0/all/share").asDouble()).isZero();
        assertThat(card.at("/queries/2/values/0/by status/drawn").asDouble()).isPositive();
    }

    /** The ends of the windows of each query. */
    private static Map<String, Set<Instant>> ends(Set<String> rows) {
        Map<String, Set<Instant>> ends = new HashMap<>();
        for (String row : rows) {
            String[] parts = row.split(" ", 3);
            ends.computeIfAbsent(parts[0], query -> new TreeSet<>()).add(Instant.parse(parts[1]));
        }
        return ends;
    }

    /**
     * Counts records by hand.
     *
     * @param ends the ends of all windows of the schedule, by query
     */
    private record Counts(Map<String, Set<Instant>> ends, Map<String, BigDecimal> counts, Set<String> units) {

        Counts(Map<String, Set<Instant>> ends) {
            this(ends, new TreeMap<>(), new HashSet<>());
        }

        Map<String, BigDecimal> counted() throws Exception {
            try (CsvReader<NamedCsvRecord> csv =
                    CsvReader.builder().ofNamedCsvRecord(Replays.resource("quarter-hour.csv"))) {
                csv.forEach(this::count);
            }
            assertThat(counts).hasSizeGreaterThan(100);
            return counts;
        }

        private void count(NamedCsvRecord record) {
            String key = record.getField("key");
            String first = Set.of("images", "shuttle", "history").contains(key) ? key : "rest";
            String second =
                    Set.of("200", "304").contains(record.getField("status")) ? record.getField("status") : "other";
            String kind = KINDS.getOrDefault(key, "rest");
            String leaf = kind.equals("rest") ? "rest" : key;
            String total = Set.of("images", "shuttle").contains(key) ? key : "o,t/h*er";
            String byKind = named("kind", kind);
            String byKey = named("key", first);
            String byStatus = named("status", second);
            add("total", record, "", named("key", total));
            add("tree", record, "", byKind, byKind + "," + named("key", leaf));
            add("so-far", record, "", byKind, byKind + "," + named("key", leaf));
            add("cube", record, "", byKey, byStatus, byKey + "," + byStatus);
            add("sliding", record, "", byKey, byStatus, byKey + "," + byStatus);
            add("rollup", record, "", byKey, byKey + "," + byStatus);
            for (String row : List.of("", byKey, byStatus, byKey + "," + byStatus)) {
                if (units.add(windows("units", record).get(0) + row + "}" + record.getField("unit"))) {
                    add("units", record, row);
                }
                if (units.add("so far " + row + "}" + record.getField("unit"))) {
                    add("units-so-far", record, row);
                }
            }
            add("sets", record, "", byStatus, byStatus + "," + byKey);
        }

        private static String named(String field, String value) {
            return "\"" + field + "\":\"" + value + "\"";
        }

        private void add(String query, NamedCsvRecord record, String... keys) {
            for (Instant end : windows(query, record)) {
                for (String key : keys) {
                    counts.merge(query + " " + end + " {" + key + "}", BigDecimal.ONE, BigDecimal::add);
                }
            }
        }

        /** The ends of the windows that contain a record. */
        private List<Instant> windows(String query, NamedCsvRecord record) {
            Instant time = Instant.parse(record.getField("time"));
            long length = query.endsWith("so-far") ? 86_400 : query.equals("sliding") ? 2 * WINDOW : WINDOW;
            return Objects.requireNonNull(ends.get(query)).stream()
                    .filter(end ->
                            end.isAfter(time) && !end.minusSeconds(length).isAfter(time))
                    .toList();
        }
    }
}
