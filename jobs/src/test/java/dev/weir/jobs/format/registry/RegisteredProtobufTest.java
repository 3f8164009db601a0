package dev.weir.jobs.format.registry;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.TextFormat;
import com.google.protobuf.TimestampProto;
import dev.weir.jobs.format.FieldNumbers;
import dev.weir.jobs.format.Fields;
import dev.weir.jobs.format.Splitter;
import dev.weir.jobs.format.binary.RegistryHeader;
import dev.weir.jobs.format.protobuf.ProtobufFormat;
import dev.weir.jobs.format.registry.access.RegistryAccess;
import dev.weir.jobs.format.registry.access.RegistrySettings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests how messages of Protocol Buffers are read that name their schemas, with a registry that is asked over HTTP. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(120)
class RegisteredProtobufTest {

    /** The pipeline's own schema: what protoc makes of {@link #OWN}. */
    private static final String FILE = """
            name: "ride.proto" package: "town" syntax: "proto3" dependency: "google/protobuf/timestamp.proto"
            message_type { name: "Ride"
              field { name: "id" number: 1 type: TYPE_INT64 label: LABEL_OPTIONAL }
              field { name: "town" number: 2 type: TYPE_STRING label: LABEL_OPTIONAL oneof_index: 0 proto3_optional: true }
              field { name: "kind" number: 3 type: TYPE_ENUM type_name: ".town.Kind" label: LABEL_OPTIONAL }
              field { name: "at" number: 4 type: TYPE_MESSAGE type_name: ".google.protobuf.Timestamp" label: LABEL_OPTIONAL }
              field { name: "fares" number: 5 type: TYPE_MESSAGE type_name: ".town.Ride.FaresEntry" label: LABEL_REPEATED }
              oneof_decl { name: "_town" }
              nested_type { name: "FaresEntry" options { map_entry: true }
                field { name: "key" number: 1 type: TYPE_STRING label: LABEL_OPTIONAL }
                field { name: "value" number: 2 type: TYPE_INT32 label: LABEL_OPTIONAL } } }
            enum_type { name: "Kind" value { name: "DAY" number: 0 } value { name: "NIGHT" number: 7 } }
            """;

    private static final String OWN = """
            syntax = "proto3";
            package town;
            import "google/protobuf/timestamp.proto";
            message Ride {
              int64 id = 1;
              optional string town = 2;
              Kind kind = 3;
              google.protobuf.Timestamp at = 4;
              map<string, int32> fares = 5;
            }
            enum Kind { DAY = 0; NIGHT = 7; }
            """;

    private static final byte[] NO_INDEXES = {};
    private static final byte[] FIRST = {0};
    private static final List<String> NAMES = List.of("id", "town", "kind", "at", "fares.day");

    @SuppressWarnings("NullAway.Init")
    private StandInRegistry registry;

    @BeforeEach
    void start() throws IOException {
        registry = new StandInRegistry().withProto(1, "rides-value", OWN, Map.of());
    }

    @AfterEach
    void stop() {
        registry.close();
    }

    private RegistrySettings settings() {
        return new RegistrySettings(
                registry.url(), "rides-value", Integer.BYTES, RegistryAccess.OPEN, true, RegistrySettings.PROTOBUF);
    }

    private static ProtobufFormat own() {
        try {
            FileDescriptorSet set = FileDescriptorSet.newBuilder()
                    .addFile(TimestampProto.getDescriptor().toProto())
                    .addFile(TextFormat.parse(FILE, FileDescriptorProto.class))
                    .build();
            return new ProtobufFormat(
                    Base64.getEncoder().encodeToString(set.toByteArray()), "town.Ride", RegistryHeader.NONE);
        } catch (TextFormat.ParseException e) {
            throw new AssertionError(e);
        }
    }

    private Splitter splitter() {
        return new RegisteredSplitter(
                own().schemas(), settings(), new FieldNumbers(NAMES), PatientSchemas.of(settings()));
    }

    private static String read(Splitter splitter, byte[] message) {
        Fields fields = new Fields(NAMES.size());
        Object code = splitter.split(message, fields);
        if (code != null) {
            return code.toString();
        }
        StringBuilder all = new StringBuilder();
        for (int field = 0; field < NAMES.size(); field++) {
            all.append(field == 0 ? "" : " ").append(fields.isText(field) ? fields.text(field) : "-");
        }
        return all.toString();
    }

    /** A message of the number 7, in the town Ulm, of kind 7 or 9, at the epoch's second 60, with the fare 12 for the key day. */
    private static byte[] message(int id, byte[] indexes, int kind) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(ByteBuffer.allocate(5).put((byte) 0).putInt(id).array());
        out.writeBytes(indexes);
        CodedOutputStream body = CodedOutputStream.newInstance(out);
        body.writeInt64(1, 7);
        body.writeString(2, "Ulm");
        body.writeEnum(3, kind);
        body.writeByteArray(4, new byte[] {8, 60});
        body.writeByteArray(5, new byte[] {10, 3, 'd', 'a', 'y', 16, 12});
        body.flush();
        return out.toByteArray();
    }

    @Test
    void schemas_that_have_the_fields_under_their_numbers_are_read_each_by_its_own_names() throws IOException {
        registry.withProto(
                2,
                "rides-value",
                OWN.replace("int64 id = 1;", "sint32 other = 9; uint32 id = 1;")
                        .replace("NIGHT = 7;", "NIGHT = 7; NOON = 9;"),
                Map.of());
        registry.withProto(
                3,
                "rides-value",
                OWN.replace("message Ride", "message Before { message In {} }\nmessage Ride"),
                Map.of());
        Splitter splitter = splitter();
        String rest = " 1970-01-01T00:01:00Z 12";
        assertThat(read(splitter, message(1, FIRST, 7))).isEqualTo("7 Ulm NIGHT" + rest);
        assertThat(read(splitter, message(1, FIRST, 9))).isEqualTo("7 Ulm 9" + rest);
        assertThat(read(splitter, message(2, FIRST, 9))).isEqualTo("7 Ulm NOON" + rest);
        assertThat(read(splitter, message(3, new byte[] {2, 2}, 7))).isEqualTo("7 Ulm NIGHT" + rest);
        assertThat(read(splitter, message(3, FIRST, 7))).isEqualTo("MALFORMED");
        assertThat(read(splitter, message(3, new byte[] {4, 0, 0}, 7))).isEqualTo("MALFORMED");
    }

    /** Confluent's serializer for Java registers the schema of a compiled class so. */
    @Test
    void entries_of_maps_that_a_text_has_as_types_are_read() throws IOException {
        String entry = "message FaresEntry { option map_entry = true; string key = 1; int32 value = 2; }";
        registry.withProto(
                2,
                "rides-value",
                OWN.replace("map<string, int32> fares", entry + " repeated FaresEntry fares"),
                Map.of());
        registry.withProto(
                3,
                "rides-value",
                OWN.replace(
                        "map<string, int32> fares",
                        entry.replace("value = 2", "value = 3") + " repeated FaresEntry fares"),
                Map.of());
        registry.withProto(
                4,
                "rides-value",
                OWN.replace(
                        "map<string, int32> fares",
                        "message FaresEntry { string key = 1; int32 value = 2; } repeated FaresEntry fares"),
                Map.of());
        Splitter splitter = splitter();
        assertThat(read(splitter, message(2, FIRST, 7))).isEqualTo("7 Ulm NIGHT 1970-01-01T00:01:00Z 12");
        assertThat(read(splitter, message(3, FIRST, 7))).isEqualTo("SCHEMA");
        assertThat(read(splitter, message(4, FIRST, 7)))
                .as("a list of messages")
                .isEqualTo("SCHEMA");
    }

    @Test
    void a_field_that_knows_whether_it_is_there_may_be_missing_in_a_schema_and_all_others_may_not() throws IOException {
        registry.withProto(2, "rides-value", OWN.replace("optional string town = 2;", ""), Map.of());
        registry.withProto(3, "rides-value", OWN.replace("int64 id = 1;", ""), Map.of());
        registry.withProto(4, "rides-value", OWN.replace("int64 id = 1;", "int64 id = 6;"), Map.of());
        registry.withProto(5, "rides-value", OWN.replace("int64 id", "string id"), Map.of());
        registry.withProto(6, "rides-value", OWN.replace("id = 1", "user = 1").replace("town = 2", "id = 2"), Map.of());
        registry.withProto(7, "rides-value", OWN.replace("message Ride", "message Trip"), Map.of());
        registry.withProto(8, "rides-value", "message {", Map.of());
        registry.withProto(9, "rides-value", "message M {".repeat(20_000), Map.of());
        Splitter splitter = splitter();
        assertThat(read(splitter, message(2, FIRST, 7))).isEqualTo("7 - NIGHT 1970-01-01T00:01:00Z 12");
        for (int id = 3; id <= 9; id++) {
            assertThat(read(splitter, message(id, FIRST, 7)))
                    .as("schema %d", id)
                    .isEqualTo("SCHEMA");
        }
    }

    @Test
    void schemas_are_told_with_what_they_import_and_are_kept_with_it() throws Exception {
        String withImport = OWN.replace("enum Kind { DAY = 0; NIGHT = 7; }", "")
                .replace(
                        "message Ride",
                        "import public \"kinds.proto\";\nimport \"unknown/options.proto\";\nmessage Ride");
        registry.withProto(
                        20,
                        "kinds",
                        "syntax = \"proto3\"; package town; import \"more.proto\"; enum Kind { A = 0; B = 7; }",
                        Map.of("more.proto", "more"))
                .withProto(21, "more", "syntax = \"proto3\"; message More {}", Map.of())
                .withProto(2, "rides-value", withImport, Map.of("kinds.proto", "kinds"))
                .withProto(3, "rides-value", withImport, Map.of("kinds.proto", "nowhere"));
        Splitter before = splitter();
        assertThat(read(before, message(2, FIRST, 7))).isEqualTo("7 Ulm B 1970-01-01T00:01:00Z 12");
        assertThat(read(before, message(3, FIRST, 7))).isEqualTo("UNKNOWN_SCHEMA");
        List<byte[]> state = before.schemas().toState();
        registry.become(StandInRegistry.State.DOWN);
        Splitter after = splitter();
        after.schemas().restore(state);
        assertThat(read(after, message(2, FIRST, 7))).isEqualTo("7 Ulm B 1970-01-01T00:01:00Z 12");
    }

    @Test
    void schemas_of_Avro_under_the_subject_and_numbers_without_a_schema_are_unknown() throws IOException {
        registry.with(2, "rides-value", "{\"type\":\"string\"}");
        Splitter splitter = splitter();
        assertThat(read(splitter, message(2, FIRST, 7))).isEqualTo("UNKNOWN_SCHEMA");
        assertThat(read(splitter, message(77, FIRST, 7))).isEqualTo("UNKNOWN_SCHEMA");
        byte[] good = message(1, FIRST, 7);
        Random random = new Random(43);
        for (int i = 0; i < 20_000; i++) {
            byte[] broken = Arrays.copyOf(good, 5 + random.nextInt(good.length - 5));
            for (int flips = random.nextInt(4); flips >= 0 && broken.length > 5; flips--) {
                broken[5 + random.nextInt(broken.length - 5)] ^= (byte) (1 << random.nextInt(8));
            }
            assertThat(read(splitter, broken)).isNotNull();
        }
        assertThat(read(splitter, message(1, NO_INDEXES, 7))).isEqualTo("MALFORMED");
    }

    /** An id must stay the same unit, and a query's records must stay the same, whatever bytes the schemas of messages have. */
    @Test
    void what_a_field_is_does_not_depend_on_what_the_registry_has() {
        RegisteredFormat format = new RegisteredFormat(own(), settings());
        assertThat(format.place("id")).contains("1 as whole number by a registry");
        assertThat(format.place("fares.day")).contains("5{}.2 as whole number by a registry");
        assertThat(format.place("kind")).contains("3 as enum by a registry");
        assertThat(format.place("nothing")).isEmpty();
        assertThat(format.place("id")).isNotEqualTo(own().place("id"));
    }
}
