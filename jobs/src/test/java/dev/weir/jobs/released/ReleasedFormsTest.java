package dev.weir.jobs.released;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.InProcess;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Sink;
import dev.weir.jobs.config.pipeline.PipelineFile;
import dev.weir.jobs.config.pipeline.PipelineKinds;
import dev.weir.jobs.lineage.PrivacyFacet;
import dev.weir.jobs.lineage.TopicLineage;
import dev.weir.jobs.released.row.FlatFiles;
import dev.weir.jobs.released.row.FlatRows;
import dev.weir.jobs.released.row.WrittenForm;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.release.Outcome;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The schemas of flat rows, the rows themselves, and the forms in which they are written. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ReleasedFormsTest extends WikiReleases {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private String schema(String language, String... more) {
        String[] arguments = {"schema", "--released", file.toString(), "--as", language, "--quiet"};
        String[] all = Stream.concat(Stream.of(arguments), Stream.of(more)).toArray(String[]::new);
        assertThat(InProcess.weir(out, err, all)).as(err.toString()).isZero();
        return out.toString();
    }

    @Test
    void a_table_of_Flink_has_a_column_for_each_number() {
        assertThat(schema("flink-ddl", "--query", "hourly", "--set", "sink.layout=flat"))
                .isEqualTo("""
                        -- query hourly, version 1: 2 declared keys, each in every window of 1h
                        -- the topic has rows of other queries too: WHERE STARTSWITH(`release_id`, 'wiki/hourly/1/')
                        CREATE TABLE `hourly` (
                          `window_start` TIMESTAMP_LTZ(3) NOT NULL,
                          `window_end` TIMESTAMP_LTZ(3) NOT NULL,
                          `lang` STRING,
                          `edits` BIGINT,
                          `edits_stddev` DOUBLE,
                          `added.up` DECIMAL(38, 2),
                          `added.up_stddev` DOUBLE,
                          `release_id` STRING NOT NULL,
                          WATERMARK FOR `window_end` AS `window_end` - INTERVAL '0.001' SECOND,
                          PRIMARY KEY (`release_id`) NOT ENFORCED
                        ) WITH (
                          'connector' = 'upsert-kafka',
                          'topic' = 'wiki-released',
                          'key.format' = 'raw',
                          'value.format' = 'json',
                          'value.json.timestamp-format.standard' = 'ISO-8601',
                          'properties.bootstrap.servers' = 'localhost:9092'
                        );
                        """);
    }

    @Test
    void the_table_of_what_was_withheld_names_windows_where_a_query_does() {
        Pipeline named = PipelineFile.read(
                        Path.of("..", "examples", "orders-windows.yaml"), List.of(), Pipeline.Purpose.EXPLAIN)
                .pipeline();
        assertThat(withheld(named)).contains("release_name");
        assertThat(withheld(pipeline())).containsExactly("query", "key", "window_start", "window_end", "release_id");
    }

    private static List<String> withheld(Pipeline pipeline) {
        return Objects.requireNonNull(FlatTables.of(pipeline).get(FlatTables.WITHHELD)).columns().stream()
                .map(FlatColumn::name)
                .toList();
    }

    @Test
    void every_language_has_all_columns_of_all_queries() {
        assertThat(schema("clickhouse-ddl"))
                .contains("CREATE TABLE `hourly` (\n  `window_start` DateTime64(3, 'UTC'),")
                .contains("`added.up` Nullable(Decimal(38, 2)),", "`release_id` String\n", "`step` Nullable(Int64)");
        out.getBuffer().setLength(0);
        assertThat(schema("json-schema"))
                .contains("\"title\" : \"hourly\"", "\"added.up\" : {", "\"format\" : \"date-time\"", "\"step\" : {");
        out.getBuffer().setLength(0);
        Schema union = new Schema.Parser().parse(schema("avro"));
        assertThat(union.getTypes())
                .extracting(Schema::getFullName)
                .containsExactly("weir.wiki.hourly", "weir.wiki.so_far");
        assertThat(union.getTypes().get(0).getFields())
                .extracting(Schema.Field::name)
                .containsExactly(
                        "release_id",
                        "window_start",
                        "window_end",
                        "lang",
                        "edits",
                        "edits_stddev",
                        "added_up",
                        "added_up_stddev");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "schema --as avro|--released: must be given",
                "schema --released FILE|--as: must be one of json-schema, avro, flink-ddl, clickhouse-ddl",
                "schema --released FILE --as xml|--as: must be one of",
                "schema --released FILE --as avro --query daily|--query: must be one of hourly, so-far, $withheld",
                "schema --released FILE --as avro --set sink.layout=wide|sink.layout: must be nested or flat",
                "schema --released FILE --as avro --set sink.format=csv --set sink.layout=nested|sink.layout: must be flat for csv",
                "explain VOTES --set sink.layout=flat|sink.layout: must be left out: rows of kind votes have one form",
                "schema --released FILE --as avro --set sink.registry.url=http://localhost:1|sink.registry: must be left out for json: only",
                "schema --released FILE --as avro --set sink.format=avro --set sink.registry.url=http://localhost:1|sink.registry.subjects:"
                        + " must be topic-record: a subject has one schema, and there are 2 queries",
                "schema --released FILE --as avro --set sink.format=avro --set sink.registry.url=http://localhost:1 --set"
                        + " sink.registry.subjects=topic-record --set queries.0.name=so.far|sink.registry: must have a subject for each"
                        + " query, but Avro has one name, so_far, for the queries so.far and so-far: rename one",
                "schema --released VOTES --as avro|--released: must be a pipeline of kind aggregate",
                "replay VOTES --input FILE --out OUT --layout flat|--layout: must be nested for kind votes",
                "replay FILE --input FILE --out OUT --layout wide|--layout: must be nested or flat"
            })
    void what_is_wrong_is_named_by_its_field(String command, String message) {
        String[] arguments = command.replace("FILE", file.toString())
                .replace("VOTES", Path.of("..", "examples", "triage.yaml").toString())
                .replace("OUT", folder.resolve("out").toString())
                .split(" ");
        assertThat(InProcess.weir(out, err, arguments)).isEqualTo(2);
        assertThat(err.toString()).contains(message);
        assertThat(folder.resolve("out")).doesNotExist();
    }

    @Test
    void a_row_has_the_same_content_in_every_form() {
        String id = "wiki/hourly/1/e%2Cn/1442023200000";
        PublishedRow nested = row(Outcome.Kind.RELEASED);
        String stddev = new String(nested.line(), UTF_8)
                .replaceAll(".*\"edits\":\\{\"value\":251,\"stddev\":([0-9.]+).*", "$1");
        String added = new String(nested.line(), UTF_8).replaceAll(".*\"stddev\":([0-9.]+)}},.*", "$1");
        assertThat(row(Outcome.Kind.RELEASED, "sink.layout=flat").line())
                .asString()
                .isEqualTo(
                        "{\"window_start\":\"2015-09-12T01:00:00Z\",\"window_end\":\"2015-09-12T02:00:00Z\",\"lang\":\"e,n\","
                                + "\"edits\":251,\"edits_stddev\":" + stddev
                                + ",\"added.up\":-0.35,\"added.up_stddev\":" + added
                                + ",\"release_id\":\"" + id + "\"}");
        assertThat(row(Outcome.Kind.RELEASED, "sink.format=csv").line())
                .asString()
                .isEqualTo("2015-09-12T01:00:00Z,2015-09-12T02:00:00Z,\"e,n\",251," + stddev + ",-0.35," + added + ","
                        + id);
        assertThat(row(Outcome.Kind.WITHHELD, "sink.format=csv").line())
                .asString()
                .isEqualTo("hourly,\"e,n\",2015-09-12T01:00:00Z,2015-09-12T02:00:00Z," + id);
    }

    @Test
    void a_row_in_Avro_begins_with_the_fingerprint_of_the_printed_schema() {
        Schema schema = new Schema.Parser().parse(schema("avro", "--query", "hourly"));
        byte[] line = row(Outcome.Kind.RELEASED, "sink.format=avro").line();
        assertThat(line).startsWith(0xC3, 0x01);
        assertThat(ByteBuffer.wrap(line).order(ByteOrder.LITTLE_ENDIAN).getLong(2))
                .isEqualTo(SchemaNormalization.parsingFingerprint64(schema));
    }

    /** Rows that wait while a pipeline is started anew with another form keep theirs, and the headers of messages must say which. */
    @ParameterizedTest
    @CsvSource({
        "sink.layout=nested, NESTED_JSON",
        "sink.layout=flat, FLAT_JSON",
        "sink.format=csv, FLAT_CSV",
        "sink.format=avro, FLAT_AVRO"
    })
    void the_form_of_a_row_is_told_by_its_bytes(String setting, Sink.Form form) {
        assertThat(WrittenForm.of(row(Outcome.Kind.RELEASED, setting))).isEqualTo(form);
        assertThat(WrittenForm.of(row(Outcome.Kind.WITHHELD, setting))).isEqualTo(form);
    }

    /** Lineage tells the card as it is; the page of an operator's catalog must not name the field of people's ids, or a client's setting. */
    @Test
    void lineage_names_neither_the_field_of_units_nor_a_broker() {
        Pipeline pipeline = pipeline(
                "source.unit=canary-field",
                "source.kafka={brokers: \"canary-broker:9092\", topic: edits, group: canary-group}");
        String card = PipelineKinds.of(pipeline).card(pipeline).json();
        var told = TopicLineage.releases(pipeline.sink(), "user-per-day", () -> card);
        assertThat(told.datasets()).hasSize(2).allSatisfy(dataset -> {
            assertThat(dataset.namespace()).isEqualTo("kafka");
            assertThat(dataset.facets()).containsOnlyKeys(PrivacyFacet.NAME);
            assertThat(dataset.facets().toString())
                    .contains("user-per-day", "hourly", "\"epsilon\":1")
                    .doesNotContain("canary");
        });
    }

    /** What the ledger knows of a row besides its bytes does not depend on the form. */
    @Test
    void the_form_changes_nothing_of_a_row_but_its_line() {
        PublishedRow nested = row(Outcome.Kind.RELEASED);
        PublishedRow flat = row(Outcome.Kind.RELEASED, "sink.format=avro");
        assertThat(flat).usingRecursiveComparison().ignoringFields("line").isEqualTo(nested);
        assertThat(row(Outcome.Kind.EXACT, "sink.format=avro").line())
                .isEqualTo(row(Outcome.Kind.EXACT).line());
    }

    @Test
    void a_replay_s_files_name_their_columns_and_hold_no_formula() throws IOException {
        StringBuilder lines = new StringBuilder();
        for (String key : List.of("=de", "e,n")) {
            PublishedRow row = FlatRows.of(pipeline()).format(outcome(Outcome.Kind.RELEASED, key));
            lines.append(new String(row.line(), UTF_8)).append('\n');
        }
        Path rows = Files.writeString(folder.resolve("released.jsonl"), lines);
        FlatFiles files = new FlatFiles(pipeline());
        assertThat(files.names()).containsExactly("released-hourly.csv", "released-so-far.csv");
        files.write(rows, folder::resolve);
        List<String> written = Files.readAllLines(folder.resolve("released-hourly.csv"));
        assertThat(written).hasSize(3);
        assertThat(written.get(0))
                .isEqualTo("window_start,window_end,lang,edits,edits_stddev,added.up,added.up_stddev,release_id");
        assertThat(written.get(1)).startsWith("2015-09-12T01:00:00Z,2015-09-12T02:00:00Z,'=de,251,");
        assertThat(written.get(2)).contains(",\"e,n\",251,").endsWith(",wiki/hourly/1/e%2Cn/1442023200000");
        assertThat(Files.readAllLines(folder.resolve("released-so-far.csv")))
                .containsExactly("window_start,window_end,step,edits,edits_stddev,release_id");
    }
}
