package dev.weir.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.settings.InvalidPipeline;
import dev.weir.jobs.settings.Problems;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Several files are one script; zones turn days into calendars. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SeveralFilesTest {

    private static final String BASE = Scripts.resource("base.sql");

    private static String view(String name, String options, String size) {
        return "CREATE VIEW " + name + " AS SELECT /*+ OPTIONS('contributions' = '2'" + options + ") */ COUNT(*) AS n"
                + " FROM TABLE(TUMBLE(TABLE rides, DESCRIPTOR(ts), " + size + "))"
                + " WHERE zone IN ('a', 'b') GROUP BY window_start, window_end, zone;\n";
    }

    private static List<String> shares(Pipeline pipeline) {
        return pipeline.plan().queries().stream()
                .map(query -> String.valueOf(query.query().spend().share()))
                .toList();
    }

    @Test
    void queries_of_a_file_divide_what_the_table_gives_to_it() {
        String owner = BASE.replace("'privacy.domain'", "'privacy.share.b' = '0.25', 'privacy.domain'");
        Pipeline pipeline = Scripts.read(
                owner + view("mine", "", "INTERVAL '1' HOUR"),
                view("a1", ", 'share' = '0.5'", "INTERVAL '1' HOUR") + view("a2", "", "INTERVAL '1' HOUR"));
        assertThat(shares(pipeline)).containsExactly("null", "0.125", "0.125");
    }

    @Test
    void a_file_cannot_have_more_than_is_given_to_it() {
        String owner = BASE.replace("'privacy.domain'", "'privacy.share.b' = '0.25', 'privacy.domain'");
        InvalidPipeline refused = catchThrowableOfType(
                InvalidPipeline.class,
                () -> Scripts.read(
                        owner,
                        view("a1", ", 'share' = '0.9'", "INTERVAL '1' HOUR")
                                + view("a2", ", 'share' = '0.2'", "INTERVAL '1' HOUR")));
        assertThat(refused.problems())
                .singleElement()
                .asString()
                .startsWith("a.sql:7: rides: 'privacy.share.b': shares of b.sql must add up to at most 1");
    }

    @Test
    void a_session_in_a_zone_has_days_of_that_zone() {
        Pipeline zoned = Scripts.read(
                "SET 'table.local-time-zone' = 'Europe/Berlin';\n" + BASE + view("daily", "", "INTERVAL '1' DAY"));
        Pipeline stated = Scripts.read(BASE + view("daily", ", 'zone' = 'Europe/Berlin'", "INTERVAL '1' DAY"));
        Pipeline plain = Scripts.read(BASE + view("daily", "", "INTERVAL '1' DAY"));
        assertThat(Scripts.fingerprints(zoned))
                .isEqualTo(Scripts.fingerprints(stated))
                .isNotEqualTo(Scripts.fingerprints(plain));
    }

    @Test
    void a_session_in_a_zone_has_no_hours_that_flink_would_shift() {
        InvalidPipeline refused = catchThrowableOfType(
                InvalidPipeline.class,
                () -> Scripts.read("SET 'table.local-time-zone' = 'Asia/Kolkata';\n" + BASE
                        + view("hourly", "", "INTERVAL '1' HOUR")));
        assertThat(refused.problems())
                .containsExactly("a.sql:10: TUMBLE: must be a day, week or month in a zone: others are in UTC,"
                        + " OPTIONS('zone' = 'UTC')");
    }

    @Test
    void a_between_keeps_both_of_its_bounds_and_not_in_its_sense() {
        Pipeline between = Scripts.read(BASE
                + view("v", "", "INTERVAL '1' HOUR")
                        .replace("WHERE", "WHERE fare BETWEEN 3 AND 6 AND kind NOT IN ('x') AND"));
        Pipeline apart = Scripts.read(BASE
                + view("v", "", "INTERVAL '1' HOUR")
                        .replace("WHERE", "WHERE (fare >= 3 AND fare <= 6) AND kind <> 'x' AND"));
        assertThat(between.fields().get(0).where().toString())
                .contains("number=3", "number=6", "NOT_EQUAL")
                .doesNotContain("zone");
        assertThat(apart.fields().get(0).where().toString()).contains("number=3", "number=6");
    }

    @Test
    void columns_of_metadata_are_the_key_and_the_headers_of_a_message() {
        String script = BASE.replace("rider STRING", "rider STRING METADATA FROM 'key'")
                        .replace("zone STRING", "zone STRING METADATA FROM 'headers.zone'")
                + view("v", "", "INTERVAL '1' HOUR");
        String yaml = """
                pipeline: rides
                domain: {name: rides}
                source:
                  kafka: {brokers: "localhost:9092", topic: rides}
                  format: csv
                  columns: [ts, kind, fare, tip, km]
                  time: ts
                  unit: $key
                clock: {by: append-time, delay: 5s, max-skew: 1m, idle: 15s}
                privacy: {unit: user-per-day, budget: {epsilon: 1.0, delta: 1e-6}}
                queries:
                  - name: v
                    key: {field: $headers.zone, declared: [a, b]}
                    window: {tumbling: 1h}
                    release: [{count: n}]
                    spend: {contributions: 2}
                """;
        Pipeline said = Scripts.read(script);
        Pipeline stated = Scripts.pipeline(Scripts.tree(".yaml", new Problems(), yaml), new Problems());
        assertThat(said.source()).isEqualTo(stated.source());
        assertThat(said.fields()).isEqualTo(stated.fields());
        assertThat(Scripts.fingerprints(said)).isEqualTo(Scripts.fingerprints(stated));
    }

    /** A release of a second file is inserted there, whether those of the first stand alone or within a set. */
    @Test
    void releases_of_a_second_file_are_inserted_beside_those_of_the_first() {
        String table = "CREATE TABLE released (x STRING) WITH ('connector' = 'kafka', 'topic' = 'out');\n";
        String insert = "INSERT INTO released SELECT * FROM mine;\n";
        String second = view("theirs", "", "INTERVAL '1' HOUR");
        String other = "INSERT INTO released SELECT * FROM theirs;\n";
        for (String set : List.of(insert, "EXECUTE STATEMENT SET BEGIN\n" + insert + "END;\n")) {
            String owner = BASE + view("mine", "", "INTERVAL '1' HOUR") + table + set;
            assertThat(Scripts.read(owner, second + other).sink().toString()).contains("out");
            assertThat(Scripts.read(owner, second + "EXECUTE STATEMENT SET BEGIN\n" + other + "END;\n")
                            .sink()
                            .toString())
                    .contains("out");
            InvalidPipeline refused = catchThrowableOfType(InvalidPipeline.class, () -> Scripts.read(owner, second));
            assertThat(refused.problems())
                    .containsExactly(
                            "b.sql:1: theirs: must be inserted, as others are: INSERT INTO released SELECT * FROM theirs");
        }
    }

    @Test
    void files_of_analysts_name_no_file_elsewhere() {
        for (String path : List.of("/etc/keys", "../keys", "a/../../keys", "file:///etc/keys")) {
            InvalidPipeline refused = catchThrowableOfType(
                    InvalidPipeline.class,
                    () -> Scripts.read(
                            BASE + view("v", "", "INTERVAL '1' HOUR"),
                            "CREATE TABLE k (z STRING) WITH ('connector' = 'filesystem', 'format' = 'raw', 'path' = '"
                                    + path + "');"));
            assertThat(refused.problems())
                    .as(path)
                    .containsExactly("b.sql:1: CREATE TABLE k: must have a relative 'path' without ..:"
                            + " others are for the owner's file, a.sql");
        }
    }

    @Test
    void a_share_above_one_is_refused() {
        String owner = BASE.replace("'privacy.domain'", "'privacy.share.b' = '5', 'privacy.domain'");
        InvalidPipeline refused = catchThrowableOfType(
                InvalidPipeline.class, () -> Scripts.read(owner, view("a1", "", "INTERVAL '1' HOUR")));
        assertThat(refused.problems())
                .singleElement()
                .asString()
                .contains("must be shares from 0 to 1, with at most 15 decimals");
    }
}
