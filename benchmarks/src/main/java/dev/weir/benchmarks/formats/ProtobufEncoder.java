package dev.weir.benchmarks.formats;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Timestamp;
import com.google.protobuf.TimestampProto;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Messages of Protocol Buffers. Times are {@code google.protobuf.Timestamp}, whole numbers {@code int64}. */
final class ProtobufEncoder implements RecordEncoder {

    private static final String NAME = "Recorded";

    private final List<Column> columns;
    private final FileDescriptorProto file;
    private final Descriptor type;

    /**
     * Creates an encoder.
     *
     * @param columns the columns, in order; the first has the number 1
     */
    ProtobufEncoder(List<Column> columns) {
        this.columns = columns;
        DescriptorProto.Builder message = DescriptorProto.newBuilder().setName(NAME);
        for (int i = 0; i < columns.size(); i++) {
            message.addField(field(columns.get(i), i + 1));
        }
        FileDescriptor timestamp = TimestampProto.getDescriptor();
        file = FileDescriptorProto.newBuilder()
                .setName("recorded.proto")
                .setSyntax("proto3")
                .addDependency(timestamp.getName())
                .addMessageType(message)
                .build();
        try {
            type = FileDescriptor.buildFrom(file, new FileDescriptor[] {timestamp})
                    .findMessageTypeByName(NAME);
        } catch (DescriptorValidationException e) {
            throw new IllegalArgumentException("the names of columns must be names of Protocol Buffers", e);
        }
    }

    private static FieldDescriptorProto field(Column column, int number) {
        FieldDescriptorProto.Builder field = FieldDescriptorProto.newBuilder()
                .setName(column.name())
                .setNumber(number)
                .setLabel(FieldDescriptorProto.Label.LABEL_OPTIONAL);
        return switch (column.type()) {
            case TIME ->
                field.setType(FieldDescriptorProto.Type.TYPE_MESSAGE)
                        .setTypeName(".google.protobuf.Timestamp")
                        .build();
            case WHOLE -> field.setType(FieldDescriptorProto.Type.TYPE_INT64).build();
            case TEXT -> field.setType(FieldDescriptorProto.Type.TYPE_STRING).build();
        };
    }

    @Override
    public String source(String schemaFile) {
        return "format: protobuf, schema-file: " + schemaFile + ", message: " + NAME;
    }

    @Override
    public byte[] schema() {
        return FileDescriptorSet.newBuilder()
                .addFile(TimestampProto.getDescriptor().toProto())
                .addFile(file)
                .build()
                .toByteArray();
    }

    /** The text of the file. */
    @Override
    public Optional<Registry.Schema> registered() {
        StringBuilder text = new StringBuilder(
                        "syntax = \"proto3\";\nimport \"google/protobuf/timestamp.proto\";\nmessage ")
                .append(NAME)
                .append(" {\n");
        for (FieldDescriptorProto field : file.getMessageType(0).getFieldList()) {
            String word =
                    switch (field.getType()) {
                        case TYPE_MESSAGE -> "google.protobuf.Timestamp";
                        case TYPE_INT64 -> "int64";
                        default -> "string";
                    };
            text.append("  ").append(word).append(' ').append(field.getName());
            text.append(" = ").append(field.getNumber()).append(";\n");
        }
        return Optional.of(new Registry.Schema("PROTOBUF", text.append("}\n").toString()));
    }

    private DynamicMessage protobuf(String[] texts) {
        DynamicMessage.Builder made = DynamicMessage.newBuilder(type);
        List<FieldDescriptor> fields = type.getFields();
        for (int i = 0; i < texts.length; i++) {
            Object value =
                    switch (columns.get(i).type()) {
                        case TIME -> timestamp(Instant.parse(texts[i]));
                        case WHOLE -> Long.parseLong(texts[i]);
                        case TEXT -> texts[i];
                    };
            made.setField(fields.get(i), value);
        }
        return made.build();
    }

    private static Timestamp timestamp(Instant time) {
        return Timestamp.newBuilder()
                .setSeconds(time.getEpochSecond())
                .setNanos(time.getNano())
                .build();
    }

    @Override
    public byte[] message(String[] texts) {
        return protobuf(texts).toByteArray();
    }

    @Override
    public Recording recording(OutputStream out) {
        return new Recording() {
            @Override
            public void add(String[] texts) throws IOException {
                protobuf(texts).writeDelimitedTo(out);
            }

            @Override
            public void close() throws IOException {
                out.close();
            }
        };
    }
}
