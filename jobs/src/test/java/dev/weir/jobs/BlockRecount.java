package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Counts by hand what rows of levels say of the records of a file: bins, coordinates, counts and sums.
 *
 * @param records the records of the file
 * @param kinds the kinds of declared keys; others are "rest"
 */
record BlockRecount(List<NamedCsvRecord> records, Map<String, String> kinds) {

    static BlockRecount of(Path file, Map<String, String> kinds) throws Exception {
        try (CsvReader<NamedCsvRecord> csv = CsvReader.builder().ofNamedCsvRecord(file)) {
            return new BlockRecount(csv.stream().toList(), kinds);
        }
    }

    /** Whether a record counts in a row. */
    private boolean isIn(JsonNode row, NamedCsvRecord record) {
        Instant time = Instant.parse(record.getField("time"));
        boolean isInWindow = time.isBefore(Instant.parse(row.at("/window/end").asText()))
                && !time.isBefore(Instant.parse(row.at("/window/start").asText()));
        String kind = kinds.getOrDefault(record.getField("key"), "rest");
        String status = record.getField("status");
        Map<String, String> values = Map.of(
                "kind",
                kind,
                "key",
                kind.equals("rest") ? "rest" : record.getField("key"),
                "status",
                Set.of("200", "304").contains(status) ? status : "other");
        return isInWindow
                && row.get("key").properties().stream()
                        .allMatch(field -> field.getValue().asText().equals(values.get(field.getKey())));
    }

    void assertExact(JsonNode row) {
        List<NamedCsvRecord> in =
                records.stream().filter(record -> isIn(row, record)).toList();
        JsonNode values = row.get("values");
        long[] sizes = in.stream()
                .mapToLong(record -> Long.parseLong(record.getField("value")))
                .toArray();
        assertBins(
                values.at("/sizes/counts"),
                in,
                List.of(
                        value(size -> size < 1000),
                        value(size -> size >= 1000 && size < 5000),
                        value(size -> size >= 5000)));
        double sum = LongStream.of(sizes).map(size -> Math.min(10_000, size)).sum();
        if (values.has("size")) {
            assertBins(values.at("/states/counts"), in, List.of(status("200"), status("304")));
            assertThat(values.at("/size/count/value").asLong()).isEqualTo(sizes.length);
            assertThat(values.at("/size/sum/value").asDouble()).isEqualTo(sum);
            if (sizes.length > 0) {
                assertThat(values.at("/size/value").asDouble()).isEqualTo(sum / sizes.length, within(1e-9));
            }
        } else {
            assertThat(values.at("/both/value/0").asDouble()).isEqualTo(sum);
            assertThat(values.at("/both/value/1").asDouble())
                    .isEqualTo(in.stream()
                            .mapToDouble(record -> Double.parseDouble(record.getField("status")))
                            .sum());
        }
    }

    private static Predicate<NamedCsvRecord> value(Predicate<Long> size) {
        return record -> size.test(Long.parseLong(record.getField("value")));
    }

    private static Predicate<NamedCsvRecord> status(String status) {
        return record -> record.getField("status").equals(status);
    }

    private static void assertBins(JsonNode counts, List<NamedCsvRecord> in, List<Predicate<NamedCsvRecord>> bins) {
        assertThat(bins.stream().map(bin -> in.stream().filter(bin).count()).toList())
                .isEqualTo(counts.valueStream().map(JsonNode::asLong).toList());
    }

    /** Numbers of rows that have one more attribute than another row of their window, and agree with it in the others, add up to its own. */
    static void assertAgree(List<JsonNode> rows) {
        Map<String, double[]> all = new HashMap<>();
        rows.forEach(row -> all.put(place(row, ""), numbers(row)));
        int sums = 0;
        for (String attribute : List.of("key", "kind", "status")) {
            Map<String, double[]> parts = new HashMap<>();
            rows.stream()
                    .filter(row -> row.get("key").has(attribute))
                    // in a tree the rows of a key are those of its kind too
                    .filter(row -> !attribute.equals("kind") || !row.get("key").has("key"))
                    .forEach(row -> parts.merge(place(row, attribute), numbers(row), BlockRecount::plus));
            parts.forEach((place, sum) -> assertThat(sum).as(place).containsExactly(all.get(place), within(1e-6)));
            sums += parts.size();
        }
        assertThat(sums).isGreaterThan(20);
    }

    private static String place(JsonNode row, String without) {
        StringBuilder place = new StringBuilder(
                row.get("query").asText() + row.at("/window/end").asText());
        row.get("key").properties().stream()
                .filter(field -> !field.getKey().equals(without))
                .forEach(field -> place.append(field));
        return place.toString();
    }

    private static double[] numbers(JsonNode row) {
        JsonNode values = row.get("values");
        return Stream.of("/sizes/counts", "/states/counts", "/both/value", "/size/count/value", "/size/sum/value")
                .map(values::at)
                .flatMap(node -> node.isArray() ? node.valueStream() : Stream.of(node))
                .filter(JsonNode::isNumber)
                .mapToDouble(JsonNode::asDouble)
                .toArray();
    }

    private static double[] plus(double[] some, double[] more) {
        double[] both = some.clone();
        for (int i = 0; i < both.length; i++) {
            both[i] += more[i];
        }
        return both;
    }
}
