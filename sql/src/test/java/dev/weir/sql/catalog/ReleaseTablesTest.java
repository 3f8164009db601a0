package dev.weir.sql.catalog;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.pipeline.PipelineFile;
import dev.weir.jobs.output.JsonRows;
import dev.weir.jobs.released.FlatColumn;
import dev.weir.jobs.released.FlatTable;
import dev.weir.jobs.released.FlatTables;
import dev.weir.operators.aggregate.solved.SolvedNumbers;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.release.Outcome;
import dev.weir.sql.catalog.format.LineBench;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.LogicalType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The columns of every kind of value, and the lines that the pipeline writes, read as these columns. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ReleaseTablesTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long END = 1_772_434_800_000L;
    static final Pipeline PIPELINE = PipelineFile.read(
                    Circumvention.resource("kinds.yaml"), List.of(), Pipeline.Purpose.EXPLAIN)
            .pipeline();
    private static final Map<String, FlatTable> TABLES = FlatTables.of(PIPELINE);

    private static int index(String query) {
        return PIPELINE.plan().queries().stream()
                .map(priced -> priced.query().name())
                .toList()
                .indexOf(query);
    }

    /** An outcome of noisy numbers that are all the same. */
    static Outcome outcome(String query, Outcome.Kind kind, long number) {
        PricedQuery priced = PIPELINE.plan().queries().get(index(query));
        long[] measured = new long[priced.releasedNumbers()];
        Arrays.fill(measured, number);
        for (int i = 0;
                priced.levelNoise().isPresent() && i < priced.query().layout().measured();
                i++) {
            SolvedNumbers.setStddev(measured, i, 1.5);
        }
        String key = priced.query().keys().known().stream().findFirst().orElse("pen");
        return new Outcome(kind, index(query), key, END - 3_600_000, END, 1, measured);
    }

    /** A line as the pipeline writes it. */
    static byte[] line(String query, long number) {
        return new JsonRows(PIPELINE.plan())
                .format(outcome(query, Outcome.Kind.RELEASED, number))
                .line();
    }

    static FlatTable table(String query) {
        return Objects.requireNonNull(TABLES.get(query));
    }

    static @Nullable RowData row(String query, byte @Nullable [] line) throws IOException {
        FlatTable table = table(query);
        return LineBench.read(table, types(table), line);
    }

    static List<LogicalType> types(FlatTable table) {
        return table.columns().stream()
                .map(column -> SqlTypes.of(column.type()).getLogicalType())
                .toList();
    }

    static GenericRowData whole(String query, byte[] line) throws IOException {
        return (GenericRowData) Objects.requireNonNull(row(query, line));
    }

    /** Every number and text of a line is in a column, once, and a column holds nothing else. */
    @ParameterizedTest
    @CsvSource({
        "numbers, 1000",
        "numbers, -3",
        "numbers, 0",
        "lists, 100000",
        "lists, 1000",
        "lists, 0",
        "models, 1000",
        "models, 0",
        "chosen, 1",
        "choice, 1",
        "sums, 12",
        "sums-of-lists, 100000",
        "sums-of-lists, 0"
    })
    void a_row_has_all_values_of_its_line(String query, long number) throws IOException {
        byte[] line = line(query, number);
        List<String> expected = new ArrayList<>();
        leaves(JSON.readTree(line).path("values"), expected);
        List<String> found = new ArrayList<>();
        GenericRowData row = whole(query, line);
        List<FlatColumn> columns = table(query).columns();
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).path().steps().get(0).equals("values")) {
                leaves(row.getField(i), found);
            }
        }
        assertThat(found).containsExactlyInAnyOrderElementsOf(expected).isNotEmpty();
    }

    private static void leaves(JsonNode node, List<String> leaves) {
        if (node.isValueNode() && !node.isNull()) {
            leaves.add(node.isNumber() ? Double.toString(node.doubleValue()) : node.textValue());
        }
        node.forEach(inner -> leaves(inner, leaves));
    }

    private static void leaves(@Nullable Object value, List<String> leaves) throws IOException {
        if (value instanceof GenericArrayData array) {
            for (Object element : array.toObjectArray()) {
                leaves(element, leaves);
            }
        } else if (value instanceof GenericMapData map) {
            leaves(map.valueArray(), leaves);
        } else if (value instanceof ArrayData) {
            throw new IllegalStateException("an array of another class");
        } else if (value instanceof StringData text && text.toString().matches("[\\[{].*")) {
            leaves(JSON.readTree(text.toString()), leaves);
        } else if (value instanceof StringData text) {
            leaves.add(text.toString());
        } else if (value != null) {
            leaves.add(Double.toString(Double.parseDouble(value.toString())));
        }
    }

    private static Map<String, String> types(String query) {
        return table(query).columns().stream()
                .collect(Collectors.toMap(
                        FlatColumn::name, column -> SqlTypes.of(column.type()).toString()));
    }

    @Test
    void counts_and_sums_keep_every_digit() {
        assertThat(types("numbers"))
                .containsEntry("n", "BIGINT")
                .containsEntry("users", "BIGINT")
                .containsEntry("fares", "DECIMAL(38, 2)")
                .containsEntry("tens", "DECIMAL(38, 0)")
                .containsEntry("mean_fare", "DOUBLE")
                .containsEntry("mean_fare_low95", "DOUBLE")
                .containsEntry("mean_fare_count_stddev", "DOUBLE")
                .containsEntry("release_id", "STRING NOT NULL");
        assertThat(types("sums")).containsEntry("fares", "DECIMAL(38, 8)");
        assertThat(types("lists"))
                .containsEntry("some", "ARRAY<DOUBLE>")
                .containsEntry("some_q", "ARRAY<DOUBLE>")
                .containsEntry("both", "ARRAY<DOUBLE>")
                .containsEntry("sizes_counts", "ARRAY<DOUBLE>")
                .containsEntry("best_keys", "ARRAY<STRING>");
        assertThat(types("choice")).containsEntry("choice", "STRING");
    }

    @Test
    void a_column_whose_name_is_taken_has_a_low_line_behind_it() {
        assertThat(table("numbers").columns())
                .extracting(FlatColumn::name)
                .doesNotHaveDuplicates()
                .contains("step", "n_stddev", "n_stddev_");
    }

    @Test
    void keys_have_their_own_columns() throws IOException {
        RowData row = whole("lists", line("lists", 1000));
        assertThat(table("lists").columns().subList(2, 4))
                .extracting(FlatColumn::name)
                .containsExactly("zone", "kind");
        assertThat(row.getString(2)).hasToString("a");
        assertThat(row.getString(3)).hasToString("x");
        assertThat(row.getTimestamp(0, 3)).isEqualTo(TimestampData.fromEpochMillis(END - 3_600_000));
        assertThat(row.getTimestamp(1, 3)).isEqualTo(TimestampData.fromEpochMillis(END));
        assertThat(types("models")).doesNotContainKey("key");
    }

    /** The first row of a key that nobody declared says so; it is the one that has a charge. */
    @Test
    void a_discovered_key_is_announced_in_the_first_of_its_rows_alone() throws IOException {
        assertThat(types("items")).containsEntry("announced", "BOOLEAN");
        assertThat(types("numbers")).doesNotContainKey("announced");
        int at =
                table("items").columns().stream().map(FlatColumn::name).toList().indexOf("announced");
        assertThat(whole("items", announced(7)).getField(at)).isEqualTo(true);
        assertThat(whole("items", announced(0)).getField(at)).isNull();
    }

    private static byte[] announced(long charge) {
        return new JsonRows(PIPELINE.plan())
                .format(new Outcome(
                        Outcome.Kind.RELEASED, index("items"), "pen", END - 7_200_000, END, 2, charge, new long[] {60}))
                .line();
    }

    @Test
    void a_value_lies_between_the_ends_of_its_interval() throws IOException {
        GenericRowData row = whole("numbers", line("numbers", 1000));
        List<String> names =
                table("numbers").columns().stream().map(FlatColumn::name).toList();
        double low = row.getDouble(names.indexOf("mean_fare_low95"));
        double mean = row.getDouble(names.indexOf("mean_fare"));
        double high = row.getDouble(names.indexOf("mean_fare_high95"));
        assertThat(low).isLessThan(mean);
        assertThat(high).isGreaterThan(mean);
    }

    @Test
    void rows_of_other_queries_versions_and_domains_are_skipped() throws IOException {
        assertThat(row("lists", line("numbers", 5))).isNull();
        String line = new String(line("numbers", 5), UTF_8);
        for (String other : List.of("kinds/numbers/2/", "kinds/numbers/31/", "other/numbers/3/")) {
            byte[] changed = line.replace("kinds/numbers/3/", other).getBytes(UTF_8);
            assertThat(row("numbers", changed)).isNull();
        }
        assertThat(row("numbers", null)).isNull();
    }

    /** A message that is no row could hide one, and a message never stands in an error. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "secret",
                "secret,a/b/1/c",
                "2026-03-02T05:00:00Z,\"secret",
                "{\"secret\":1,\"release_id\":7}",
                "{\"secret\":1}",
                "{\"release\":\"kinds/numbers/3/a/1\"}",
                "{\"release\":7}",
                "{\"release\":\"kinds/numbers/3/a/1\",\"window\":{\"start\":\"secret\",\"end\":\"2026-03-02T06:00:00Z\"}}"
            })
    void a_message_that_is_no_row_stops_the_job_and_is_not_quoted(String message) {
        assertThatThrownBy(() -> row("numbers", message.getBytes(UTF_8)))
                .isInstanceOf(IOException.class)
                .hasMessageNotContaining("secret")
                .hasNoCause();
    }

    /** 0.055 has a digit more than the grid, 0.05: it is not rounded. */
    @Test
    void a_number_with_more_digits_than_its_column_is_refused() {
        String line = new String(line("numbers", 7), UTF_8);
        byte[] finer = line.replace("\"fares\":{\"value\":0.35", "\"fares\":{\"value\":0.355")
                .getBytes(UTF_8);
        assertThatThrownBy(() -> row("numbers", finer))
                .hasMessageStartingWith(
                        "column fares must hold DECIMAL(38, 2), and a row of the topic has something else");
    }
}
