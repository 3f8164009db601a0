package dev.weir.sql.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertAll;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.pipeline.PipelineFile;
import dev.weir.jobs.released.FlatTable;
import dev.weir.jobs.released.FlatTables;
import dev.weir.jobs.released.schema.SchemaLanguage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.api.TableResult;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Statements that Flink plans or refuses without a broker. */
@Tag("thorough") // loads the planner
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class CatalogStatementsTest {

    private static final String CANARY = "canary-of-a-connection";
    private static final Path KINDS = Circumvention.resource("kinds.yaml");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path folder;

    @SuppressWarnings("NullAway.Init")
    private static TableEnvironment environment;

    @BeforeAll
    static void create() throws IOException {
        Path script = folder.resolve("rides.sql");
        String text = Files.readString(Circumvention.resource("rides.sql"));
        Files.writeString(
                script,
                text.replace(
                        "CHECKPOINTS", folder.resolve("checkpoints").toUri().toString()));
        Files.writeString(folder.resolve("owner.properties"), "sasl.jaas.config=" + CANARY);
        environment = TableEnvironment.create(EnvironmentSettings.inStreamingMode());
        environment.executeSql(
                catalog("rides", "'pipeline' = '" + script + "', 'properties.sasl.jaas.config' = '" + CANARY + "'"));
        environment.executeSql(
                "CREATE TABLE default_catalog.default_database.busiest"
                        + " (ended TIMESTAMP_LTZ(3), zone STRING, rides BIGINT, release_id STRING) WITH ('connector' = 'print')");
    }

    private static String catalog(String name, String options) {
        return "CREATE CATALOG " + name + " WITH ('type' = 'weir', " + options + ")";
    }

    /** What a statement shows: its rows, or the messages of its failure. */
    private static String shown(String statement) {
        try {
            TableResult result = environment.executeSql(statement);
            List<String> rows = new ArrayList<>();
            result.collect().forEachRemaining(row -> rows.add(row.toString()));
            return String.join("\n", rows);
        } catch (RuntimeException e) {
            return Stream.iterate((Throwable) e, cause -> cause != null, Throwable::getCause)
                    .map(cause -> cause.getClass().getSimpleName() + ": " + cause.getMessage())
                    .reduce("", (one, other) -> one + "\n" + other);
        }
    }

    /** ReadersIT runs all of them, with those that only brokers stop. */
    @Test
    void no_statement_reads_the_private_table_or_shows_an_option_of_its_connection() throws IOException {
        List<Circumvention> planned = Circumvention.all("'properties.group.id' = 'g'").stream()
                .filter(each -> !each.expected().contains("Authorization"))
                .toList();
        assertThat(planned).hasSizeGreaterThan(35);
        assertAll(planned.stream()
                .map(each -> () -> each.check(shown(each.statement()), CANARY, "localhost:9092", "rides-released")));
    }

    /**
     * The statement that the command line prints makes a table with the columns and the watermark of the catalog's, for every form of rows. Flat rows in JSON
     * have its key, too; a table of others is insert-only, and Flink plans it; ReadersIT reads the former.
     */
    @ParameterizedTest
    @ValueSource(strings = {"sink.layout=nested", "sink.layout=flat", "sink.format=csv", "sink.format=avro"})
    void a_printed_statement_describes_a_table_as_the_catalog_does(String form) {
        String catalog = "printed_" + form.replaceAll("[^a-z]", "_");
        environment.executeSql(catalog(catalog, "'pipeline' = '" + KINDS + "'"));
        Pipeline pipeline = PipelineFile.read(KINDS, List.of(form), Pipeline.Purpose.EXPLAIN)
                .pipeline();
        boolean isPlain = form.endsWith("flat");
        Map<String, FlatTable> tables = FlatTables.of(pipeline);
        assertThat(tables).hasSizeGreaterThan(5);
        tables.forEach((name, table) -> {
            environment.executeSql(SchemaLanguage.FLINK_DDL.text(pipeline, List.of(table)));
            String described = shown("DESCRIBE " + catalog + ".released.`" + name + "`");
            assertThat(shown("DESCRIBE `" + name + "`").replace("`", ""))
                    .isEqualTo(isPlain ? described : described.replace("PRI(release_id)", "null"))
                    .contains("release_id");
            if (!isPlain) {
                assertThat(shown("EXPLAIN CHANGELOG_MODE SELECT * FROM `" + name + "`"))
                        .contains("changelogMode=[I]");
            }
            environment.executeSql("DROP TABLE `" + name + "`");
        });
    }

    @Test
    void tables_are_listed_and_described() {
        assertThat(shown("SHOW TABLES FROM rides.released"))
                .contains("$card", "$withheld", "fares", "hourly", "so_far")
                .doesNotContain("private");
        assertThat(shown("SHOW TABLES FROM rides.`private`")).isEqualTo("+I[rides]");
        assertThat(shown("DESCRIBE rides.released.hourly"))
                .contains(
                        "+I[window_end, TIMESTAMP_LTZ(3) *ROWTIME*, false, null, null, window_end - INTERVAL '0.001' SECOND]")
                .contains("+I[release_id, STRING, false, PRI(release_id), null, null]");
        assertThat(shown("DESCRIBE rides.released.so_far")).contains("+I[step, BIGINT, true");
        assertThat(shown("DESCRIBE rides.`private`.rides")).contains("+I[rider, STRING");
    }

    /** Rows are read by Flink's own Kafka connector, insert-only and from the beginning. */
    @Test
    void releases_are_planned_as_insert_only_and_scans_take_their_options() {
        assertThat(
                        shown(
                                "EXPLAIN CHANGELOG_MODE SELECT * FROM rides.released.hourly"
                                        + " /*+ OPTIONS('scan.startup.mode' = 'latest-offset', 'scan.watermark.idle-timeout' = '1 min', 'scan.bounded.mode' = 'latest-offset') */"))
                .contains("TableSourceScan", "changelogMode=[I]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'pipeline' = 'no-such.sql'|no-such.sql:1: file: must exist and be readable",
                "'pipeline' = '../examples/triage.yaml'|'pipeline': must be one of kind aggregate, was votes",
                "'pipeline' = '../examples/rides.sql'|'properties.bootstrap.servers': must be given, for the pipeline names no brokers",
                "'pipeline' = '../examples/live.sql', 'properties-file' = 'no-such'|'properties-file': must be a readable properties file",
                "'pipeline' = '../examples/live.sql', 'topic' = 'rides'|Unsupported options:",
                "'default-database' = 'released'|Missing required options are:",
            })
    void a_catalog_that_cannot_be_read_is_refused(String options, String message) {
        String all = shown(catalog("wrong", options));
        assertThat(all).contains(message).doesNotContain("NullPointer");
        assertThat(environment.listCatalogs()).doesNotContain("wrong");
    }

    @Test
    void a_pipeline_file_of_every_kind_of_value_is_a_catalog() {
        environment.executeSql(catalog("kinds", "'pipeline' = '" + KINDS + "'"));
        List<String> names = new ArrayList<>();
        environment
                .executeSql("SHOW TABLES FROM kinds.released")
                .collect()
                .forEachRemaining((Row row) -> names.add(String.valueOf(row.getField(0))));
        assertThat(names).contains("numbers", "lists", "models", "chosen", "sums");
        for (String name : names) {
            assertThat(shown("EXPLAIN SELECT * FROM kinds.released.`" + name + "`"))
                    .as(name)
                    .contains("Physical Plan")
                    .doesNotContain("Exception");
        }
    }

    /** A list of files is one script, as for the command line. */
    @Test
    void a_script_of_several_files_is_one_catalog() throws IOException {
        // neither inserts anything: whoever inserts one release must insert all
        List<String> queries = Files.readAllLines(folder.resolve("rides.sql")).stream()
                .takeWhile(line -> !line.startsWith("CREATE TABLE released"))
                .toList();
        Path owner = Files.write(folder.resolve("owner.sql"), queries);
        Path marketing = Files.writeString(
                folder.resolve("marketing.sql"),
                String.join("\n", queries).replaceFirst("(?s).*CREATE VIEW fares", "CREATE VIEW more"));
        environment.executeSql(catalog("several", "'pipeline' = '" + owner + ";" + marketing + "'"));
        assertThat(environment.listTables("several", "released"))
                .containsExactlyInAnyOrder("$card", "$withheld", "fares", "hourly", "more", "so_far");
        assertThat(environment.from("several.released.more").getResolvedSchema().getPrimaryKey())
                .hasValueSatisfying(key -> assertThat(key.getColumns()).containsExactly("release_id"));
    }

    @Test
    void a_query_that_the_pipeline_does_not_have_is_no_table() {
        assertThatThrownBy(() -> environment.executeSql("SELECT * FROM rides.released.other"))
                .hasMessageContaining("Object 'other' not found within 'rides.released'");
    }
}
