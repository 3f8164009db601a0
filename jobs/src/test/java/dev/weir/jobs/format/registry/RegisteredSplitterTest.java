package dev.weir.jobs.format.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.jobs.format.FieldNumbers;
import dev.weir.jobs.format.Fields;
import dev.weir.jobs.format.Splitter;
import dev.weir.jobs.format.avro.AvroFormat;
import dev.weir.jobs.format.binary.RegistryHeader;
import dev.weir.jobs.format.registry.StandInRegistry.State;
import dev.weir.jobs.format.registry.access.RegistryAccess;
import dev.weir.jobs.format.registry.access.RegistrySettings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.flink.runtime.execution.CancelTaskException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests how messages are read that name their schemas, with a registry that is asked over HTTP. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(120)
class RegisteredSplitterTest {

    private static final String OWN =
            record("{'name': 'id', 'type': 'long'}, {'name': 'town', 'type': ['null', 'string']}");
    /** A field comes first, the number has 32 bits, and the town cannot be null. */
    private static final String NEWER = record(
            "{'name': 'added', 'type': 'string'}, {'name': 'town', 'type': 'string'}, {'name': 'id', 'type': 'int'}");

    private static final String WITHOUT_TOWN = record("{'name': 'id', 'type': 'long'}");
    private static final String OTHER_TYPE =
            record("{'name': 'id', 'type': 'string'}, {'name': 'town', 'type': 'string'}");
    private static final String RENAMED =
            record("{'name': 'rider', 'type': 'long'}, {'name': 'town', 'type': 'string'}");

    @SuppressWarnings("NullAway.Init")
    private StandInRegistry registry;

    private static String record(String fields) {
        return ("{'type': 'record', 'name': 'Ride', 'fields': [" + fields + "]}").replace('\'', '"');
    }

    @BeforeEach
    void start() throws IOException {
        registry = new StandInRegistry().with(1, "rides-value", OWN);
    }

    @AfterEach
    void stop() {
        registry.close();
    }

    private Splitter splitter(String schema, int idBytes) {
        return splitter(schema, idBytes, "rides-value");
    }

    private Splitter splitter(String schema, int idBytes, String subject) {
        RegistrySettings settings = new RegistrySettings(
                registry.url(), subject, idBytes, RegistryAccess.OPEN, true, RegistrySettings.AVRO);
        return new RegisteredSplitter(
                new AvroFormat(schema, RegistryHeader.NONE).schemas(),
                settings,
                new FieldNumbers(List.of("id", "town")),
                PatientSchemas.of(settings));
    }

    private Splitter splitter() {
        return splitter(OWN, Integer.BYTES);
    }

    /** What is read of a message: the texts of both fields, or the code. */
    private static String read(Splitter splitter, byte[] message) {
        Fields fields = new Fields(2);
        Object code = splitter.split(message, fields);
        return code != null ? code.toString() : text(fields, 0) + " " + text(fields, 1);
    }

    private static String text(Fields fields, int field) {
        return fields.isText(field) ? fields.text(field) : "-";
    }

    private static byte[] message(byte[] header, String schema, @Nullable Object... values) {
        Schema parsed = new Schema.Parser().parse(schema);
        GenericRecordBuilder record = new GenericRecordBuilder(parsed);
        for (int i = 0; i < values.length; i++) {
            record.set(parsed.getFields().get(i), values[i]);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(header);
        BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(out, null);
        try {
            new GenericDatumWriter<GenericRecord>(parsed).write(record.build(), encoder);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return out.toByteArray();
    }

    private static byte[] message(int id, String schema, @Nullable Object... values) {
        return message(ByteBuffer.allocate(5).put((byte) 0).putInt(id).array(), schema, values);
    }

    @Test
    void messages_of_several_schemas_that_fit_are_read() {
        registry.with(2, "rides-value", NEWER).with(3, "rides-value", WITHOUT_TOWN);
        Splitter splitter = splitter();
        for (int i = 0; i < 3; i++) {
            assertThat(read(splitter, message(1, OWN, 7L, "Ulm"))).isEqualTo("7 Ulm");
            assertThat(read(splitter, message(2, NEWER, "x", "Bonn", 8))).isEqualTo("8 Bonn");
            assertThat(read(splitter, message(3, WITHOUT_TOWN, 9L))).isEqualTo("9 -");
        }
    }

    @Test
    void messages_of_a_schema_with_another_kind_of_value_are_dead_letters_and_all_others_are_read() {
        registry.with(2, "rides-value", OTHER_TYPE)
                .with(3, "rides-value", record("{'name': 'town', 'type': 'string'}"));
        registry.with(4, "rides-value", "{\"type\": \"no such type\"}");
        Splitter splitter = splitter();
        assertThat(read(splitter, message(2, OTHER_TYPE, "7", "Ulm"))).isEqualTo("SCHEMA");
        assertThat(read(splitter, message(3, WITHOUT_TOWN, 7L))).isEqualTo("SCHEMA");
        assertThat(read(splitter, message(4, WITHOUT_TOWN, 7L))).isEqualTo("SCHEMA");
        assertThat(read(splitter, message(1, OWN, 7L, null))).isEqualTo("7 -");
    }

    @Test
    void a_field_may_be_missing_and_not_because_what_it_is_in_has_become_something_else() {
        String own =
                record("{'name': 'car', 'type': {'type': 'record', 'name': 'Car', 'fields': [{'name': 'size', 'type':"
                        + " ['null', 'int']}]}}, {'name': 'tags', 'type': {'type': 'map', 'values': 'string'}}");
        MessageSchemas schemas = new AvroFormat(own, RegistryHeader.NONE).schemas();
        FieldNumbers numbers = new FieldNumbers(List.of("car.size", "tags.town"));
        String without = own.replace("size", "weight");
        assertThat(schemas.verdict(without, numbers).misfit()).isEmpty();
        assertThat(schemas.verdict(record("{'name': 'car', 'type': 'string'}"), numbers)
                        .misfit())
                .contains("has string as car, source.schema-file has record");
        assertThat(schemas.verdict(own.replace("\"map\", \"values\"", "\"array\", \"items\""), numbers)
                        .misfit())
                .contains("has array as tags, source.schema-file has map");
    }

    @Test
    void a_field_is_found_under_the_names_that_are_its_aliases() {
        registry.with(2, "rides-value", RENAMED);
        String withAlias = OWN.replace("\"name\": \"id\",", "\"name\": \"id\", \"aliases\": [\"rider\"],");
        assertThat(read(splitter(), message(2, RENAMED, 7L, "Ulm"))).isEqualTo("SCHEMA");
        assertThat(read(splitter(withAlias, Integer.BYTES), message(2, RENAMED, 7L, "Ulm")))
                .isEqualTo("7 Ulm");
    }

    @Test
    void numbers_that_the_subject_does_not_have_are_dead_letters_without_a_question_and_without_waiting() {
        registry.with(2, "drivers-value", OWN);
        Splitter splitter = splitter();
        for (int id = 2; id < 1000; id++) {
            splitter.schemas().next(0);
            assertThat(read(splitter, message(id, OWN, 7L, "Ulm"))).isEqualTo("UNKNOWN_SCHEMA");
        }
        assertThat(read(splitter, message(-9, OWN, 7L, "Ulm"))).isEqualTo("UNKNOWN_SCHEMA");
        assertThat(read(splitter, message(1, OWN, 7L, "Ulm"))).isEqualTo("7 Ulm");
        assertThat(registry.questions())
                .contains("/subjects/rides-value/versions/1?deleted=true&format=resolved")
                .allMatch(question -> question.equals("/subjects/rides-value/versions?deleted=true")
                        || question.startsWith("/subjects/rides-value/versions/1?"));
    }

    /** Also where the message before it named the same schema. */
    @Test
    void a_message_that_was_written_before_the_time_of_its_schema_is_a_dead_letter_whenever_it_is_read()
            throws InterruptedException {
        RegistrySettings settings = new RegistrySettings(
                registry.url(), "rides-value", Integer.BYTES, RegistryAccess.OPEN, true, RegistrySettings.AVRO);
        Splitter splitter = splitter();
        splitter.schemas().restore(List.of(PatientSchemas.state(settings, 1, OWN, 100)));
        for (int i = 0; i < 2; i++) {
            splitter.schemas().next(99);
            assertThat(read(splitter, message(1, OWN, 7L, "Ulm"))).isEqualTo("UNKNOWN_SCHEMA");
            splitter.schemas().next(100);
            assertThat(read(splitter, message(1, OWN, 7L, "Ulm"))).isEqualTo("7 Ulm");
        }
        assertThat(splitter.schemas().toState()).containsExactly(PatientSchemas.state(settings, 1, OWN, 100));
    }

    @Test
    void a_schema_with_decimals_of_more_digits_than_are_read_does_not_fit() {
        registry.with(2, "rides-value", decimals(130)).with(3, "rides-value", decimals(131));
        Splitter splitter = splitter(decimals(4), Integer.BYTES);
        assertThat(read(splitter, new byte[] {0, 0, 0, 0, 2})).isEqualTo("MALFORMED");
        assertThat(read(splitter, new byte[] {0, 0, 0, 0, 3})).isEqualTo("SCHEMA");
    }

    private static String decimals(int digits) {
        return record("{'name': 'id', 'type': {'type': 'bytes', 'logicalType': 'decimal', 'precision': " + digits
                + ", 'scale': 2}}, {'name': 'town', 'type': 'string'}");
    }

    @Test
    void a_message_that_says_it_comes_from_the_future_does_not_wait() {
        Splitter splitter = splitter();
        assertThat(read(splitter, message(1, OWN, 7L, "Ulm"))).isEqualTo("7 Ulm");
        registry.become(State.STALLED);
        splitter.schemas().next(Long.MAX_VALUE);
        assertThat(read(splitter, message(2, OWN, 7L, "Ulm"))).isEqualTo("UNKNOWN_SCHEMA");
    }

    @Test
    void what_was_told_before_a_restore_needs_no_registry_and_that_of_another_subject_is_not_believed()
            throws InterruptedException {
        Splitter before = splitter();
        assertThat(read(before, message(1, OWN, 7L, "Ulm"))).isEqualTo("7 Ulm");
        List<byte[]> state = before.schemas().toState();
        registry.become(State.DOWN);
        Splitter after = splitter();
        after.schemas().restore(state);
        assertThat(read(after, message(1, OWN, 8L, "Ulm"))).isEqualTo("8 Ulm");
        Splitter elsewhere = splitter(OWN, Integer.BYTES, "drivers-value");
        registry.become(State.UP);
        elsewhere.schemas().restore(state);
        assertThat(elsewhere.schemas().toState()).isEmpty();
    }

    @Test
    void a_number_may_have_eight_bytes() {
        long id = 1L << 40;
        registry.with(id, "rides-value", OWN);
        byte[] message =
                message(ByteBuffer.allocate(9).put((byte) 0).putLong(id).array(), OWN, 7L, "Ulm");
        assertThat(read(splitter(OWN, Long.BYTES), message)).isEqualTo("7 Ulm");
    }

    @Test
    void bytes_without_a_header_and_bytes_behind_a_header_that_are_no_record_are_malformed() {
        Splitter splitter = splitter();
        Random random = new Random(43);
        for (int i = 0; i < 20_000; i++) {
            byte[] message = new byte[random.nextInt(40)];
            random.nextBytes(message);
            if (message.length > 0 && message[0] == 0) {
                message[0] = 1;
            }
            assertThat(read(splitter, message)).isEqualTo("MALFORMED");
        }
        byte[] good = message(1, OWN, 7L, "Ulm");
        for (int length = 0; length < good.length; length++) {
            assertThat(read(splitter, Arrays.copyOf(good, length))).isEqualTo("MALFORMED");
        }
    }

    @Test
    void a_task_that_is_cancelled_does_not_wait() {
        registry.become(State.STALLED);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> read(splitter(), message(1, OWN, 7L, "Ulm"))).isInstanceOf(CancelTaskException.class);
        assertThat(Thread.interrupted()).isTrue();
    }
}
