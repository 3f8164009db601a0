package dev.weir.jobs;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.TextFormat;
import com.google.protobuf.Timestamp;
import com.google.protobuf.TimestampProto;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.avro.io.EncoderFactory;

/** Records of a time, a unit and a key, with schemas of a registry, in the formats whose messages name their schemas. */
enum RegisteredEdits {

    /** Records of Avro. */
    AVRO("AVRO", "avro\n  schema-file: edit.avsc", "&format=resolved") {

        private static final String TIME =
                "{\"name\":\"time\",\"type\":{\"type\":\"long\",\"logicalType\":\"timestamp-millis\"}}";

        @Override
        Map<String, String> imports() {
            return Map.of();
        }

        @Override
        String schema(Version version) {
            return switch (version) {
                case OWN -> record(TIME, "unit", "key");
                case NEWER -> record("{\"name\":\"added\",\"type\":\"string\"}," + TIME, "key", "unit");
                case MISFIT -> record(TIME, "unit", "other");
            };
        }

        private static String record(String first, String second, String third) {
            return "{\"type\":\"record\",\"name\":\"Edit\",\"fields\":[" + first + ",{\"name\":\"" + second
                    + "\",\"type\":\"string\"},{\"name\":\"" + third + "\",\"type\":\"string\"}]}";
        }

        @Override
        void writeFile(Path folder) throws IOException {
            Files.writeString(folder.resolve("edit.avsc"), schema(Version.OWN));
        }

        @Override
        void write(Version version, Instant time, String unit, ByteArrayOutputStream out) throws IOException {
            Schema schema = new Schema.Parser().parse(schema(version));
            GenericRecordBuilder record = new GenericRecordBuilder(schema)
                    .set("time", time.toEpochMilli())
                    .set("unit", unit);
            for (String field : List.of("added", "key", "other")) {
                if (schema.getField(field) != null) {
                    record.set(field, "en");
                }
            }
            new GenericDatumWriter<GenericRecord>(schema)
                    .write(record.build(), EncoderFactory.get().directBinaryEncoder(out, null));
        }
    },

    /**
     * Messages of Protocol Buffers, of a type in another one, behind a map. The key is an enum of another schema, of which its first symbol is written as
     * nothing. The type has another index in the newer schema than in the own one.
     */
    PROTOBUF("PROTOBUF", "protobuf\n  schema-file: edit.desc\n  message: wiki.Feed.Edit", "") {

        private static final String LANGUAGES =
                "syntax = \"proto3\";\npackage wiki;\nenum Language { de = 0; en = 4; }\n";

        private static final String FEED = """
                syntax = "proto3";
                package wiki;
                import "google/protobuf/timestamp.proto";
                import "languages.proto";
                %smessage Feed {
                  map<string, string> notes = 1;
                  message Edit {
                    google.protobuf.Timestamp time = 1;
                    string unit = 2;
                    Language %s = 3;
                    %s
                  }
                }
                """;

        private static final String FILE = """
                name: "feed.proto" package: "wiki" syntax: "proto3"
                dependency: "google/protobuf/timestamp.proto" dependency: "languages.proto"
                message_type { name: "Feed"
                  nested_type { name: "Edit"
                    field { name: "time" number: 1 type: TYPE_MESSAGE type_name: ".google.protobuf.Timestamp" label: LABEL_OPTIONAL }
                    field { name: "unit" number: 2 type: TYPE_STRING label: LABEL_OPTIONAL }
                    field { name: "key" number: 3 type: TYPE_ENUM type_name: ".wiki.Language" label: LABEL_OPTIONAL } } }
                """;

        private static final String FILE_OF_LANGUAGES = """
                name: "languages.proto" package: "wiki" syntax: "proto3"
                enum_type { name: "Language" value { name: "de" number: 0 } value { name: "en" number: 4 } }
                """;

        @Override
        Map<String, String> imports() {
            return Map.of("languages.proto", LANGUAGES);
        }

        @Override
        String schema(Version version) {
            return switch (version) {
                case OWN -> FEED.formatted("message Before {}\n", "key", "");
                case NEWER -> FEED.formatted("", "key", "string added = 4;");
                case MISFIT -> FEED.formatted("", "other", "");
            };
        }

        @Override
        void writeFile(Path folder) throws IOException {
            FileDescriptorSet set = FileDescriptorSet.newBuilder()
                    .addFile(TimestampProto.getDescriptor().toProto())
                    .addFile(TextFormat.parse(FILE_OF_LANGUAGES, FileDescriptorProto.class))
                    .addFile(TextFormat.parse(FILE, FileDescriptorProto.class))
                    .build();
            Files.write(folder.resolve("edit.desc"), set.toByteArray());
        }

        /** Two indexes: that of the outer type, and that of the inner one, before which the entries of the map are not counted. */
        @Override
        void write(Version version, Instant time, String unit, ByteArrayOutputStream out) throws IOException {
            out.writeBytes(version == Version.OWN ? new byte[] {4, 2, 0} : new byte[] {4, 0, 0});
            CodedOutputStream body = CodedOutputStream.newInstance(out);
            body.writeMessage(
                    1,
                    Timestamp.newBuilder()
                            .setSeconds(time.getEpochSecond())
                            .setNanos(time.getNano())
                            .build());
            body.writeString(2, unit);
            body.writeEnum(3, 4);
            if (version == Version.NEWER) {
                body.writeString(4, "en");
            }
            body.flush();
        }
    };

    /** The schemas of messages. */
    enum Version {
        /** The pipeline's own one. */
        OWN,
        /** One with a further field. */
        NEWER,
        /** One without the key. */
        MISFIT
    }

    private final String type;
    private final String settings;
    private final String question;

    RegisteredEdits(String type, String settings, String question) {
        this.type = type;
        this.settings = settings;
        this.question = question;
    }

    /** The type of the schemas, as registries name it. */
    String type() {
        return type;
    }

    /** What the pipeline file says of the format, from the word of the format on, before the registry. */
    String settings() {
        return settings;
    }

    /** What is behind the path of a question for a schema. */
    String question() {
        return "?deleted=true" + question;
    }

    /** The schemas that the schemas of messages import, by the names under which they do. */
    abstract Map<String, String> imports();

    abstract String schema(Version version);

    /** Writes the file of the own schema. */
    abstract void writeFile(Path folder) throws IOException;

    abstract void write(Version version, Instant time, String unit, ByteArrayOutputStream out) throws IOException;

    /** A message behind its header, for the key en, that counts also if a job starts minutes later. */
    byte[] message(int id, Version version) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(ByteBuffer.allocate(5).put((byte) 0).putInt(id).array());
        write(version, Instant.now().plusSeconds(240), "somebody-" + id, out);
        return out.toByteArray();
    }
}
