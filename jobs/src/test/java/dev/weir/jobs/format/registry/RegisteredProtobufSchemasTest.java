package dev.weir.jobs.format.registry;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.Descriptors;
import com.google.protobuf.TextFormat;
import com.google.protobuf.TimestampProto;
import com.google.protobuf.WrappersProto;
import dev.weir.jobs.format.FieldNumbers;
import dev.weir.jobs.format.Fields;
import dev.weir.jobs.format.avro.AvroFormat;
import dev.weir.jobs.format.binary.RegistryHeader;
import dev.weir.jobs.format.protobuf.ProtobufFormat;
import dev.weir.operators.counters.Rejection;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests what is said of schemas that somebody may have registered to harm a job. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(60)
class RegisteredProtobufSchemasTest {

    private static final String FILE = """
            name: "ride.proto" package: "town" syntax: "proto3"
            dependency: "google/protobuf/wrappers.proto" dependency: "google/protobuf/timestamp.proto"
            message_type { name: "Ride"
              field { name: "user" number: 1 type: TYPE_MESSAGE type_name: ".google.protobuf.StringValue" label: LABEL_OPTIONAL }
              field { name: "at" number: 2 type: TYPE_MESSAGE type_name: ".google.protobuf.Timestamp" label: LABEL_OPTIONAL }
              field { name: "car" number: 3 type: TYPE_MESSAGE type_name: ".town.Car" label: LABEL_OPTIONAL } }
            message_type { name: "Car"
              field { name: "wheels" number: 1 type: TYPE_INT32 label: LABEL_OPTIONAL oneof_index: 0 }
              oneof_decl { name: "parts" } }
            """;

    private static final String WRAPPERS = "import \"google/protobuf/wrappers.proto\";\n";
    private static final String TIMES = "import \"google/protobuf/timestamp.proto\";\n";
    private static final String CAR = "message Car { oneof parts { int32 wheels = 1; } }\n";
    private static final String HEAD = "syntax = \"proto3\";\npackage town;\n";
    private static final String RIDE =
            "message Ride { google.protobuf.StringValue user = 1; google.protobuf.Timestamp at = 2; Car car = 3; }\n";
    private static final String OWN = HEAD + WRAPPERS + TIMES + RIDE + CAR;
    private static final FieldNumbers NUMBERS = new FieldNumbers(List.of("user", "at", "car.wheels"));

    private static MessageSchemas own() {
        try {
            FileDescriptorSet set = FileDescriptorSet.newBuilder()
                    .addFile(TimestampProto.getDescriptor().toProto())
                    .addFile(WrappersProto.getDescriptor().toProto())
                    .addFile(TextFormat.parse(FILE, FileDescriptorProto.class))
                    .build();
            return new ProtobufFormat(
                            Base64.getEncoder().encodeToString(set.toByteArray()), "town.Ride", RegistryHeader.NONE)
                    .schemas();
        } catch (TextFormat.ParseException e) {
            throw new AssertionError(e);
        }
    }

    private static String misfit(String main, Map<String, String> imports) {
        return own().verdict(new SchemaText(main, imports).text(), NUMBERS)
                .misfit()
                .orElse("");
    }

    private static String misfit(String main) {
        return misfit(main, Map.of());
    }

    private static Map<String, String> fake(String name, String fields) {
        return Map.of(
                "fake.proto", "syntax = \"proto3\"; package google.protobuf; message " + name + " {" + fields + "}");
    }

    @Test
    void a_wrapper_or_time_that_is_not_that_of_the_library_is_a_misfit() {
        assertThat(misfit(OWN)).isEmpty();
        assertThat(misfit(HEAD + TIMES + RIDE + CAR))
                .isEqualTo("has a type that it neither has nor imports on the path user");
        assertThat(misfit(HEAD + WRAPPERS + RIDE + CAR))
                .isEqualTo("has a type that it neither has nor imports on the path at");
        String faked = HEAD + "import \"fake.proto\";\n" + RIDE + CAR;
        for (String fields : List.of(
                "bytes value = 1;",
                "int64 value = 1;",
                "string value = 2;",
                "string value = 1; string more = 2;",
                "optional string value = 1;",
                "repeated string value = 1;",
                "")) {
            assertThat(misfit(faked + TIMES, fake("StringValue", fields)))
                    .as(fields)
                    .isEqualTo("has 1 as message as user, source.schema-file has 1 as google.protobuf.StringValue");
        }
        assertThat(misfit(faked + WRAPPERS, fake("Timestamp", "int64 nanos = 2; int64 seconds = 1;")))
                .isEqualTo("has 2 as message as at, source.schema-file has 2 as google.protobuf.Timestamp");
    }

    @Test
    void a_path_through_a_type_that_is_nowhere_told_is_a_misfit_and_beside_the_paths_it_may_be_a_message_or_an_enum() {
        assertThat(misfit(HEAD + WRAPPERS + TIMES + RIDE + "import \"car.proto\";"))
                .isEqualTo("has a type that it neither has nor imports on the path car.wheels");
        String beside = OWN.replace("int32 wheels = 1;", "int32 wheels = 1; Unknown other = 4;");
        MessageSchemas.Reader reader = own().verdict(beside, NUMBERS).reader();
        byte[] withEnum = {3 << 3 | 2, 2, 4 << 3, 7};
        byte[] withMessage = {3 << 3 | 2, 2, 4 << 3 | 2, 0};
        byte[] withBoth = {3 << 3 | 2, 4, 1 << 3, 4, 4 << 3, 7};
        assertThat(read(reader, withEnum)).isNull();
        assertThat(read(reader, withMessage)).isNull();
        assertThat(read(reader, withBoth)).isEqualTo(Rejection.MALFORMED);
    }

    private static @Nullable Rejection read(MessageSchemas.Reader reader, byte[] body) {
        byte[] message = new byte[1 + body.length];
        System.arraycopy(body, 0, message, 1, body.length);
        return reader.read(message, 0, new Fields(NUMBERS.count()));
    }

    /** The depth that is read is the same on each stack. Brackets that close in comments and texts close nothing. */
    @Test
    void more_than_64_brackets_in_each_other_are_a_misfit() {
        assertThat(misfit(OWN + "message M {".repeat(64) + "}".repeat(64))).isEmpty();
        assertThat(misfit(OWN + "// (optional) see [1]\n /* {a} */".repeat(65)))
                .as("brackets in comments")
                .isEmpty();
        for (String open :
                List.of("message M {", "message M { // }\n", "message M { /* }}} */", "message M { // '\n")) {
            assertThat(misfit(OWN + open.repeat(65) + "}".repeat(65)))
                    .as(open)
                    .startsWith("cannot be read as Protocol Buffers (at most 64 KiB and 2000 types and fields");
        }
        assertThat(misfit(OWN + "message M { option a = \"}'\\\"}\"; ".repeat(65) + "}".repeat(65)))
                .startsWith("cannot be read");
        assertThat(misfit(OWN, Map.of("deep.proto", "message M {".repeat(65) + "}".repeat(65))))
                .startsWith("cannot be read");
    }

    @Test
    void a_schema_of_avro_with_more_than_256_brackets_in_each_other_is_a_misfit() {
        String flat = "{\"type\":\"record\",\"name\":\"R\",\"fields\":[{\"name\":\"f\",\"type\":\"int\"}%s]}";
        MessageSchemas kinds = new AvroFormat(flat.formatted(""), RegistryHeader.NONE).schemas();
        String remarks = ",{\"name\":\"g\",\"doc\":\"%s\",\"type\":\"int\"}".formatted("(".repeat(257));
        assertThat(kinds.verdict(flat.formatted(remarks), new FieldNumbers(List.of("f")))
                        .misfit())
                .as("brackets in a text")
                .isEmpty();
        for (int depth : new int[] {253, 254}) {
            String deep = "{\"type\":\"array\",\"items\":".repeat(depth) + "\"int\"" + "}".repeat(depth);
            String text = flat.formatted(",{\"name\":\"g\",\"doc\":\"}}}}\",\"type\":" + deep + "}");
            assertThat(kinds.verdict(text, new FieldNumbers(List.of("f"))).misfit())
                    .isEqualTo(depth == 253 ? Optional.empty() : Optional.of("is no schema of Avro that can be read"));
        }
    }

    private static String fields(int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(i -> "Car f" + i + "=" + i + ";")
                .collect(Collectors.joining());
    }

    /** Linking takes time by the square of types and fields. */
    @Test
    void more_than_2000_types_and_fields_or_64_KiB_in_all_are_a_misfit() {
        int before = 1 + 3 + 1 + 1;
        assertThat(misfit(OWN + "message M {" + fields(2000 - before - 1) + "}"))
                .isEmpty();
        assertThat(misfit(OWN + "message M {" + fields(2000 - before) + "}")).startsWith("cannot be read");
        assertThat(misfit(
                        OWN + "import \"more.proto\"; message M {" + fields(1000) + "}",
                        Map.of("more.proto", "syntax = \"proto3\"; message Car {} message N {" + fields(993) + "}")))
                .startsWith("cannot be read");
        assertThat(misfit(OWN + " ".repeat((64 << 10) - OWN.length()))).isEmpty();
        assertThat(misfit(OWN + " ".repeat((64 << 10) - OWN.length()), Map.of("more.proto", " ")))
                .startsWith("cannot be read");
    }

    @Test
    void an_imported_file_may_have_any_name_and_none_may_import_itself() {
        for (String name : List.of("main.proto", "other.proto")) {
            assertThat(misfit(HEAD + "import \"" + name + "\";\n" + WRAPPERS + TIMES + RIDE, Map.of(name, HEAD + CAR)))
                    .as(name)
                    .isEmpty();
        }
        assertThat(misfit(
                        HEAD + "import \"main.proto\";\n" + WRAPPERS + TIMES + RIDE,
                        Map.of("main.proto", HEAD + "import \"main.proto\";" + CAR)))
                .startsWith("cannot be read");
    }

    /** Thrown on the path of records it would stop the job at each restart. */
    @Test
    void a_schema_for_which_the_judge_fails_is_a_misfit() {
        MessageSchemas failing = new MessageSchemas() {
            @Override
            public int tag() {
                return 0;
            }

            @Override
            public String place(String field) {
                return "";
            }

            @Override
            public Verdict judge(String text, FieldNumbers numbers) {
                throw new IllegalStateException("secret");
            }
        };
        MessageSchemas.Verdict verdict = failing.verdict("", NUMBERS);
        assertThat(verdict.misfit()).contains("cannot be read");
        assertThat(verdict.reader().read(new byte[0], 0, new Fields(3))).isEqualTo(Rejection.SCHEMA);
    }

    @Test
    void names_of_types_that_are_not_found_are_not_logged() {
        List<String> lines = new ArrayList<>();
        Logger logger = Logger.getLogger(Descriptors.class.getName());
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord line) {
                lines.add(line.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        logger.addHandler(handler);
        try {
            assertThat(misfit(OWN.replace("Car car = 3;", "Car car = 3; Secret other = 4;")))
                    .isEmpty();
            assertThat(lines).isEmpty();
        } finally {
            logger.removeHandler(handler);
        }
    }
}
