package dev.weir.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.weir.jobs.InProcess;
import dev.weir.jobs.settings.InvalidPipeline;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each statement that a script may not have is refused in one line. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class RefusedScriptsTest {

    private static final String BASE = Scripts.resource("base.sql");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    /**
     * A row of the table of refusals.
     *
     * @param statement what follows the private table
     * @param message the problem after file and line
     */
    record Row(String statement, String message) {}

    static Stream<Row> rows() {
        return Arrays.stream(Scripts.resource("refusals.txt").split("\n\n", -1))
                .map(row -> row.replaceFirst("(?m)^-- \\d+\n", "").strip().split("\n-> ", -1))
                .map(parts -> new Row(parts[0], parts[1]));
    }

    /** The command line prints one line and ends with 2, as {@code weir explain FILE.sql} does. */
    @ParameterizedTest
    @MethodSource("rows")
    void a_statement_is_refused_in_its_own_words(Row row) throws IOException {
        assertThat(refusals(BASE + row.statement())).containsExactly("9: " + row.message());
    }

    static Stream<Row> tables() {
        return Stream.of(
                new Row(
                        BASE.replace("SOURCE_WATERMARK()", "ts - INTERVAL '2' MONTH"),
                        "4: rides: WATERMARK FOR ts: must be AS SOURCE_WATERMARK(), AS ts or AS ts - INTERVAL '5' SECOND"),
                new Row(
                        BASE.replace(") WITH (", ") PARTITIONED BY (zone) WITH ("),
                        "2: CREATE TABLE rides: must have no PRIMARY KEY, UNIQUE, PARTITIONED BY and DISTRIBUTED BY:"
                                + " nothing would follow them"),
                new Row(
                        BASE.replace("zone STRING", "zone STRING, hour_ AS UPPER(zone)"),
                        "3: CREATE TABLE rides: must not compute a column: hour_ is computed before the records are written"),
                new Row(
                        BASE.replace("zone STRING", "zone STRING METADATA FROM 'offset'"),
                        "3: CREATE TABLE rides: must have METADATA FROM 'key' or 'headers.NAME' alone: zone is of neither"),
                new Row(
                        BASE.replace("'topic' = 'rides'", "'topic' = 'rides', 'topic' = 'others'"),
                        "6: rides: 'topic': must be given once"));
    }

    @ParameterizedTest
    @MethodSource("tables")
    void a_private_table_is_refused_in_its_own_words(Row row) throws IOException {
        assertThat(refusals(row.statement() + view("zone"))).containsExactly(row.message());
    }

    @Test
    void the_table_has_all_rows() {
        assertThat(rows()).hasSize(67);
    }

    /** Returns what {@code weir explain} says of a script, without the name of the file. */
    private List<String> refusals(String script) throws IOException {
        Path file = Files.writeString(folder.resolve("a.sql"), script);
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        assertThat(InProcess.weir(out, err, "explain", file.toString()))
                .as(script)
                .isEqualTo(2);
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString().lines()).allMatch(line -> line.startsWith(file + ":"));
        return err.toString()
                .lines()
                .map(line -> line.substring((file + ":").length()))
                .toList();
    }

    @Test
    void only_the_first_file_may_hold_the_private_table() {
        InvalidPipeline refused = catchThrowableOfType(
                InvalidPipeline.class, () -> Scripts.read("SET 'pipeline.name' = 'rides';\n" + view("n"), BASE));
        assertThat(refused.problems()).contains("b.sql:2: CREATE TABLE rides: belongs into the owner's file, a.sql");
    }

    @Test
    void every_view_tells_a_problem_of_its_own() {
        InvalidPipeline refused = catchThrowableOfType(
                InvalidPipeline.class,
                () -> Scripts.read(BASE + view("rider") + ";\n" + view("fare").replace("hourly", "b")));
        assertThat(refused.problems())
                .containsExactly(
                        "a.sql:9: SELECT rider: is the privacy unit: it never leaves",
                        "a.sql:10: SELECT fare: is not in GROUP BY: it would show a record's own value");
    }

    @Test
    void a_release_that_is_inserted_nowhere_is_noticed() {
        String sink = """
                ;
                CREATE TABLE released (x STRING) WITH ('connector' = 'kafka', 'topic' = 't');
                INSERT INTO released SELECT * FROM hourly;
                """;
        InvalidPipeline refused = catchThrowableOfType(
                InvalidPipeline.class,
                () -> Scripts.read(BASE + view("zone") + ";\n" + view("zone").replace("hourly", "daily") + sink));
        assertThat(refused.problems())
                .containsExactly(
                        "a.sql:10: daily: must be inserted, as others are: INSERT INTO released SELECT * FROM daily");
    }

    @Test
    void a_reserved_word_is_told() {
        InvalidPipeline refused = catchThrowableOfType(
                InvalidPipeline.class, () -> Scripts.read(BASE + "CREATE VIEW v AS SELECT value FROM rides"));
        assertThat(refused.problems()).hasSize(1);
        assertThat(refused.problems().get(0)).startsWith("a.sql:9: value: is a reserved word of Flink SQL");
    }

    private static String view(String column) {
        return "CREATE VIEW hourly AS SELECT /*+ OPTIONS('contributions' = '2') */ " + column + ", COUNT(*) AS n"
                + " FROM TABLE(TUMBLE(TABLE rides, DESCRIPTOR(ts), INTERVAL '1' HOUR))"
                + " WHERE zone IN ('a', 'b') GROUP BY window_start, window_end, zone";
    }
}
