package dev.weir.jobs.config.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.weir.accountant.journal.JournalState;
import dev.weir.accountant.journal.Start;
import dev.weir.accountant.journal.StartStep;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.jobs.config.QueryFields;
import dev.weir.jobs.explain.Card;
import dev.weir.jobs.settings.InvalidPipeline;
import dev.weir.operators.encoding.Reads;
import dev.weir.operators.ledger.DirectoryLedger;
import dev.weir.operators.ledger.Ledger;
import dev.weir.operators.ledger.LedgerAccess;
import dev.weir.operators.ledger.LedgerLook;
import dev.weir.operators.ledger.LedgerStart;
import dev.weir.operators.query.Plan;
import dev.weir.operators.state.restore.StartRefused;
import dev.weir.operators.time.Schedule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests pipeline files whose records have a schema, and what another schema means for state and ledger. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class SchemaFilesTest {

    private static final String PIPELINE = GoodPipeline.TEXT
            .replace("format: csv", "format: avro\n  schema-file: edit.avsc")
            .replaceAll("(?m)^  columns:.*\n", "")
            .replace("unit: unit", "unit: user.id");

    private static final String USER =
            "{'name': 'user', 'type': ['null', {'type': 'record', 'name': 'User', 'fields': [{'name': 'id', 'type': 'string'},"
                    + " {'name': 'wiki', 'type': 'string'}, {'name': 'groups', 'type': {'type': 'array', 'items': 'string'}}]}]}";
    private static final String TIME = "{'name': 'time', 'type': {'type': 'long', 'logicalType': 'timestamp-millis'}}";
    private static final String VALUE =
            "{'name': 'value', 'type': {'type': 'bytes', 'logicalType': 'decimal', 'precision': 9, 'scale': 2}}";
    private static final String SCHEMA = "{'type': 'record', 'name': 'Edit', 'fields': [" + TIME + ", " + USER
            + ", {'name': 'key', 'type': 'string'}, {'name': 'page', 'type': 'string'}, {'name': 'robot', 'type': 'int'}, "
            + VALUE
            + ", {'name': 'comment', 'type': 'string'}]}";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private Pipeline read(String schema, Purpose purpose, String... settings) throws IOException {
        Files.writeString(folder.resolve("edit.avsc"), schema.replace('\'', '"'));
        Path file = Files.writeString(folder.resolve("p.yaml"), PIPELINE);
        return PipelineFile.read(file, List.of(settings), purpose).pipeline();
    }

    private String unit(String schema) throws IOException {
        return read(schema, Purpose.RUN).plan().unitName().toString();
    }

    private Reads reads(String schema) throws IOException {
        Pipeline pipeline = read(schema, Purpose.RUN);
        QueryFields fields = pipeline.fields().get(0);
        return pipeline.source().reads(fields);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', quoteCharacter = '\0', textBlock = """
            source.unit=user.i                ~ p.yaml:6: source.schema-file: must have the field user.i; did you mean user.id?
            source.unit=user                  ~ p.yaml:6: source.schema-file: must have a number, text, time, enum or truth value as user, has record: name a field inside a record or map; arrays and bytes are not read
            source.unit=user.groups           ~ p.yaml:6: source.schema-file: must have a number, text, time, enum or truth value as user.groups, has array: name a field inside a record or map; arrays and bytes are not read
            source.schema-file=none.avsc      ~ --set source.schema-file: source.schema-file: must exist and be readable, was none.avsc
            source.schema-file=p.yaml         ~ --set source.schema-file: source.schema-file: must be a schema of Avro in JSON
            source.time-format=milliseconds   ~ --set source.time-format: source.time-format: must be iso, or be left out, for timestamp-millis, which is how a record has time
            source.delimiter=tab              ~ --set source.delimiter: source.delimiter: must be left out for avro
            source.schema-id=-1               ~ --set source.schema-id: source.schema-id: must be a whole number from 0 to 2147483647, was -1
            """)
    void a_setting_that_does_not_fit_the_schema_is_told_by_field_and_rule(String setting, String problem) {
        InvalidPipeline wrong = catchThrowableOfType(InvalidPipeline.class, () -> read(SCHEMA, Purpose.RUN, setting));
        assertThat(wrong.problems())
                .singleElement()
                .asString()
                .contains(problem.substring(problem.indexOf("source."), problem.length()));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', quoteCharacter = '\0', textBlock = """
            url=http://reader:secret@registry:8081 ~ source.registry.url: must be http:// or https://, a host and perhaps a path, without a user, a password or a query
            url=http://reg|istry:8081              ~ source.registry.url: must be http:// or https://, a host and perhaps a path, without a user, a password or a query
            wiat=6m                                ~ source.registry.wiat: unknown field
            ids=short                              ~ source.registry.ids: must be int | long
            properties-file=none.properties        ~ source.registry.properties-file: must be a readable properties file in UTF-8, was none.properties
            properties-file=p.yaml                 ~ source.registry.properties-file: must have no other properties than basic.auth.user.info
            """)
    void a_wrong_setting_of_the_registry_is_told_and_no_secret_is(String setting, String problem) {
        InvalidPipeline wrong = catchThrowableOfType(
                InvalidPipeline.class, () -> read(SCHEMA, Purpose.RUN, with(REGISTRY, "source.registry." + setting)));
        assertThat(wrong.problems())
                .singleElement()
                .asString()
                .contains(problem)
                .doesNotContain("secret");
    }

    @Test
    void a_password_is_not_sent_without_tls_to_another_machine() throws IOException {
        Files.writeString(folder.resolve("registry.properties"), "basic.auth.user.info=reader:secret");
        String[] access = with(REGISTRY, "source.registry.properties-file=registry.properties");
        InvalidPipeline wrong = catchThrowableOfType(InvalidPipeline.class, () -> read(SCHEMA, Purpose.RUN, access));
        assertThat(wrong.problems().toString())
                .contains("source.registry.url: must be https:// with a user and a password")
                .doesNotContain("secret");
    }

    @Test
    void partitions_must_not_count_as_idle_while_messages_wait_for_a_registry() throws IOException {
        InvalidPipeline wrong = catchThrowableOfType(
                InvalidPipeline.class, () -> read(SCHEMA, Purpose.RUN, with(REGISTRY, "clock.idle=23s")));
        assertThat(wrong.problems())
                .singleElement()
                .asString()
                .contains(
                        "source.registry: clock.idle must be at least 24s with a registry, for which messages may wait, was 23s");
        assertThat(read(SCHEMA, Purpose.RUN, with(REGISTRY, "clock.idle=24s"))
                        .clock()
                        .idle())
                .hasSeconds(24);
    }

    /** An alias decides which bytes of a message are a person's id. */
    @Test
    void with_a_registry_the_aliases_by_which_a_field_is_looked_for_are_part_of_where_it_is_found() throws IOException {
        Pipeline plain = read(SCHEMA, Purpose.RUN, REGISTRY);
        Pipeline aliased =
                read(SCHEMA.replace("{'name': 'id'", "{'name': 'id', 'aliases': ['rider']"), Purpose.RUN, REGISTRY);
        assertThat(aliased.plan().unitName().toString()).contains("with alias rider of id");
        assertThat(aliased.plan().unitName()).isNotEqualTo(plain.plan().unitName());
        QueryFields fields = plain.fields().get(0);
        assertThat(aliased.source().reads(fields)).isNotEqualTo(plain.source().reads(fields));
        assertThat(Card.of(plain).text()).contains("the schema registry and who writes to it");
        assertThat(Card.of(read(SCHEMA, Purpose.EXPLAIN)).text()).doesNotContain("schema registry");
    }

    private static final String[] REGISTRY = {
        "source.registry.url=http://registry:8081/", "source.registry.subject=edits-value"
    };

    private static String[] with(String[] settings, String more) {
        return Stream.concat(Stream.of(settings), Stream.of(more)).toArray(String[]::new);
    }

    @Test
    void with_a_registry_the_kind_of_a_field_is_where_it_is_found_for_every_purpose() throws IOException {
        Pipeline run = read(SCHEMA, Purpose.RUN, REGISTRY);
        assertThat(run.plan().unitName().toString()).contains("user.id (string by a registry)");
        QueryFields fields = run.fields().get(0);
        String moved = SCHEMA.replace("[{'name': 'id'", "[{'name': 'more', 'type': 'int'}, {'name': 'id'");
        Pipeline replayed = read(moved, Purpose.REPLAY, REGISTRY);
        assertThat(replayed.plan().unitName()).isEqualTo(run.plan().unitName());
        assertThat(replayed.source().reads(fields)).isEqualTo(run.source().reads(fields));
        Pipeline other = read(SCHEMA.replace("'scale': 2", "'scale': 3"), Purpose.RUN, REGISTRY);
        assertThat(other.source().reads(fields)).isNotEqualTo(run.source().reads(fields));
        assertThat(read(SCHEMA, Purpose.RUN).source().reads(fields))
                .isNotEqualTo(run.source().reads(fields));
    }

    @Test
    void a_number_of_one_schema_and_a_registry_exclude_each_other() {
        InvalidPipeline wrong = catchThrowableOfType(
                InvalidPipeline.class, () -> read(SCHEMA, Purpose.RUN, with(REGISTRY, "source.schema-id=7")));
        assertThat(wrong.problems())
                .singleElement()
                .asString()
                .contains("source.schema-id: must be left out with source.registry");
    }

    @Test
    void a_file_without_the_schema_is_refused_by_every_purpose() throws IOException {
        Path file = Files.writeString(folder.resolve("p.yaml"), PIPELINE.replace("  schema-file: edit.avsc\n", ""));
        for (Purpose purpose : Purpose.values()) {
            InvalidPipeline wrong =
                    catchThrowableOfType(InvalidPipeline.class, () -> PipelineFile.read(file, List.of(), purpose));
            assertThat(wrong.problems()).singleElement().asString().contains("source.schema-file: must be given");
        }
    }

    @Test
    void fields_that_are_added_behind_those_that_are_read_change_neither_unit_nor_query() throws IOException {
        String longer = SCHEMA.substring(0, SCHEMA.lastIndexOf("]}"))
                + ", {'name': 'added', 'type': ['null', 'string'], 'default': null}]}";
        assertThat(unit(longer)).isEqualTo(unit(SCHEMA));
        assertThat(reads(longer)).isEqualTo(reads(SCHEMA));
    }

    @Test
    void another_name_of_a_field_that_is_not_read_changes_nothing() throws IOException {
        String renamed = SCHEMA.replace("'name': 'comment'", "'name': 'remark'").replace("'User'", "'Person'");
        assertThat(unit(renamed)).isEqualTo(unit(SCHEMA));
        assertThat(reads(renamed)).isEqualTo(reads(SCHEMA));
    }

    /** The bytes that were read as one field would be read as another: its budget would be spent once more. */
    @Test
    void a_schema_that_swaps_the_unit_with_another_field_is_another_unit() throws IOException {
        String swapped = SCHEMA.replace("'name': 'id'", "'name': 'x'")
                .replace("'name': 'wiki'", "'name': 'id'")
                .replace("'name': 'x'", "'name': 'wiki'");
        assertThat(unit(swapped)).isNotEqualTo(unit(SCHEMA));
    }

    /** A message with a header that is read as one without has other bytes as its fields, and the other way round. */
    @Test
    void a_header_before_messages_is_part_of_where_fields_are_found_and_its_number_is_not() throws IOException {
        Pipeline bare = read(SCHEMA, Purpose.RUN);
        Pipeline first = read(SCHEMA, Purpose.RUN, "source.schema-id=7");
        Pipeline second = read(SCHEMA, Purpose.RUN, "source.schema-id=8");
        QueryFields fields = bare.fields().get(0);
        assertThat(first.plan().unitName()).isNotEqualTo(bare.plan().unitName());
        assertThat(first.source().reads(fields)).isNotEqualTo(bare.source().reads(fields));
        assertThat(second.plan().unitName()).isEqualTo(first.plan().unitName());
        assertThat(second.source().reads(fields)).isEqualTo(first.source().reads(fields));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', quoteCharacter = '\0', textBlock = """
            'scale': 2                        ~ 'scale': 3
            'timestamp-millis'                ~ 'timestamp-micros'
            {'name': 'key', 'type': 'string'} ~ {'name': 'page', 'type': 'string'}, {'name': 'key', 'type': 'string'}
            {'name': 'key', 'type': 'string'} ~ {'name': 'new', 'type': 'int'}, {'name': 'key', 'type': 'string'}
            """)
    void a_schema_that_reads_other_bytes_as_a_field_of_a_query_is_another_query(String was, String is)
            throws IOException {
        String other = SCHEMA.replace(was, is);
        if (is.contains("'page'")) {
            other = other.replaceFirst(
                    ", \\{'name': 'page', 'type': 'string'\\}, \\{'name': 'robot'", ", {'name': 'robot'");
        }
        assertThat(reads(other)).isNotEqualTo(reads(SCHEMA));
    }

    /** Everybody would have the budget once more, if the ids of units were found elsewhere under the name that the ledger knows. */
    @Test
    void a_ledger_refuses_units_that_another_schema_finds_elsewhere_until_it_is_told_that_they_are_the_same()
            throws Exception {
        start(SCHEMA);
        assertThat(refusal(SCHEMA)).isEmpty();
        String moved = SCHEMA.replace("[{'name': 'id'", "[{'name': 'more', 'type': 'int'}, {'name': 'id'");
        String known = unit(SCHEMA).replaceAll(".*(user\\.id \\(schema [0-9a-f]{16}\\)).*", "$1");
        assertThat(refusal(moved, "queries.0.version=2")).hasValueSatisfying(line -> assertThat(line)
                .startsWith("LEDGER_UNIT: the ledger knows units by " + known + " in form exact, the pipeline by"));
        assertThat(refusal(moved, "source.unit-was=" + known))
                .hasValueSatisfying(line -> assertThat(line).startsWith("QUERY_CHANGED"));
        assertThat(refusal(moved, "source.unit-was=" + known, "queries.0.version=2"))
                .isEmpty();
    }

    private LedgerAccess access() {
        return LedgerAccess.ofOnly(
                DirectoryLedger.at(folder.resolve("ledger").toUri().toString()), "p");
    }

    private void start(String schema) throws Exception {
        Plan plan = read(schema, Purpose.RUN).plan();
        try (Ledger ledger = access().open(plan)) {
            LedgerStart.Place place = new LedgerStart.Place(plan.domain(), "p", "run");
            Start start = Start.of(access().request(plan, "run", 0), JournalState.empty(plan.domain(), "p"));
            assertThat(new LedgerStart(ledger, place, start).drive()).isInstanceOf(StartStep.Go.class);
        }
    }

    private Optional<String> refusal(String schema, String... settings) throws Exception {
        Plan plan = read(schema, Purpose.RUN, settings).plan();
        return new LedgerLook(access(), plan, Schedule.startingAt(0))
                .look(Optional.empty(), true, Optional.empty())
                .refusal()
                .map(StartRefused::getMessage);
    }
}
