package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Replays one recording by keys of no column, of several and of a field that is looked up, and counts it again record by record. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class KeysIT {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int WINDOW = 300;

    private static final String PIPELINE = """
            pipeline: keys
            domain: {name: site}
            source: {format: csv, time: time, unit: unit}
            lookups: {kind: {from: key, file: kinds.csv}}
            privacy: {unit: user-per-day, budget: {epsilon: 1}}
            queries:
              - {name: total, key: none, window: {tumbling: 5m}, release: [{count: hits}], spend: {contributions: 1000}}
              - name: pairs
                key: {fields: [key, status], declared: {key: [images, shuttle, history], status: [200, 304]}, others: {key: "o,t/h*er", status: other}}
                window: {tumbling: 5m}
                release: [{count: hits}]
                spend: {contributions: 1000}
              - name: kinds
                where: "kind != 'picture' or status == 304"
                key: {fields: [kind, status], declared-file: kinds-and-status.csv, others: rest}
                window: {tumbling: 5m}
                release: [{count: hits}]
                spend: {contributions: 1000}
              - {name: known, key: {field: kind, declared: [picture, page]}, window: {tumbling: 5m}, release: [{count: hits}], spend: {contributions: 1000}}
            """;

    private static final Map<String, String> KINDS = Map.of("images", "picture", "icons", "picture", "shuttle", "page");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path dir;

    @ParameterizedTest
    @ValueSource(strings = {"1", "2"})
    void every_cell_is_that_of_a_count_by_hand(String parallelism) throws Exception {
        Files.writeString(dir.resolve("kinds.csv"), "key,kind\nimages,picture\nicons,picture\nshuttle,page\n");
        Files.writeString(dir.resolve("kinds-and-status.csv"), "status,kind\n200,page\n304,picture\n");
        Path out = Replays.replay(dir, PIPELINE, Replays.quarterHour(), parallelism);
        Map<String, Long> counted = counted();
        Map<String, Long> released = new TreeMap<>();
        for (String row : Files.readAllLines(out.resolve("private/exact.jsonl"))) {
            JsonNode read = JSON.readTree(row);
            String name =
                    read.get("query").asText() + " " + read.at("/window/start").asText() + " " + read.get("key");
            assertThat(released.put(name, read.at("/values/hits/value").asLong()))
                    .isNull();
        }
        assertThat(released.keySet()).containsAll(counted.keySet());
        released.values().removeIf(count -> count == 0);
        assertThat(released).isEqualTo(counted);
        assertShown(out);
    }

    private static void assertShown(Path out) throws Exception {
        assertThat(Files.readString(out.resolve("released.jsonl")))
                .contains("\"key\":{\"key\":\"images\",\"status\":\"200\"}", "/pairs/1/images,200/")
                .contains("/pairs/1/o%2Ct%2Fh%2Aer,other/", "/total/1/all/", "\"key\":\"all\"");
        assertThat(Files.readString(out.resolve("report.html"))).contains("key=images, status=200");
        JsonNode card = JSON.readTree(out.resolve("card.json").toFile());
        assertThat(card.at("/lookups/0/sha256").asText()).matches("[0-9a-f]{64}");
        assertThat(card.at("/queries/0/keys").asText()).isEqualTo("none");
        assertThat(card.at("/queries/1/keys/attributes").toString()).isEqualTo("[\"key\",\"status\"]");
        assertThat(card.at("/queries/1/keys/declared").asInt()).isEqualTo(12);
        assertThat(card.at("/queries/3/keys").asInt()).isEqualTo(2);
    }

    private static Map<String, Long> counted() throws Exception {
        Map<String, Long> counts = new TreeMap<>();
        try (CsvReader<NamedCsvRecord> csv =
                CsvReader.builder().ofNamedCsvRecord(Replays.resource("quarter-hour.csv"))) {
            csv.forEach(record -> {
                String key = record.getField("key");
                String status = record.getField("status");
                String kind = KINDS.getOrDefault(key, "");
                count("total", record, "\"all\"", counts);
                String first = Set.of("images", "shuttle", "history").contains(key) ? key : "o,t/h*er";
                String second = Set.of("200", "304").contains(status) ? status : "other";
                count("pairs", record, pair("key", first, second), counts);
                if (!kind.isEmpty()) {
                    count("known", record, "\"" + kind + "\"", counts);
                }
                if (!kind.isEmpty() && (!kind.equals("picture") || status.equals("304"))) {
                    boolean isDeclared = Set.of("page 200", "picture 304").contains(kind + " " + status);
                    String named = isDeclared ? pair("kind", kind, status) : pair("kind", "rest", "rest");
                    count("kinds", record, named, counts);
                }
            });
        }
        assertThat(counts).hasSizeGreaterThan(30);
        return counts;
    }

    private static String pair(String first, String value, String status) {
        return "{\"" + first + "\":\"" + value + "\",\"status\":\"" + status + "\"}";
    }

    private static void count(String query, NamedCsvRecord record, String key, Map<String, Long> counts) {
        long seconds = Instant.parse(record.getField("time")).getEpochSecond();
        String start = Instant.ofEpochSecond(seconds / WINDOW * WINDOW).toString();
        counts.merge(query + " " + start + " " + key, 1L, Long::sum);
    }
}
