package dev.weir.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.weir.jobs.settings.InvalidPipeline;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each statement that a script may not have is refused in one line. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class RefusedScriptsTest {

    private static final String BASE = Scripts.resource("base.sql");

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

    @ParameterizedTest
    @MethodSource("rows")
    void a_statement_is_refused_in_its_own_words(Row row) {
        InvalidPipeline refused =
                catchThrowableOfType(InvalidPipeline.class, () -> Scripts.read(BASE + row.statement()));
        assertThat(refused).as(row.statement()).isNotNull();
        assertThat(refused.problems()).contains("a.sql:9: " + row.message());
        assertThat(refused.problems()).hasSize(1);
    }

    @Test
    void the_table_has_all_rows() {
        assertThat(rows()).hasSize(48);
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
                        "a.sql:12: daily: must be inserted, as others are: INSERT INTO released SELECT * FROM daily");
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
