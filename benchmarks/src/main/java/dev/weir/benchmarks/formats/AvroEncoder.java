package dev.weir.benchmarks.formats;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;

/** Records of Avro. Times are {@code timestamp-millis}. */
final class AvroEncoder implements RecordEncoder {

    private final List<Column> columns;
    private final Schema schema;
    private final GenericDatumWriter<GenericRecord> writer;

    /**
     * Creates an encoder.
     *
     * @param columns the columns, in order
     */
    AvroEncoder(List<Column> columns) {
        this.columns = columns;
        SchemaBuilder.FieldAssembler<Schema> fields =
                SchemaBuilder.record("Recorded").fields();
        columns.forEach(column -> fields.name(column.name()).type(type(column)).noDefault());
        schema = fields.endRecord();
        writer = new GenericDatumWriter<>(schema);
    }

    private static Schema type(Column column) {
        return switch (column.type()) {
            case TIME -> LogicalTypes.timestampMillis().addToSchema(Schema.create(Schema.Type.LONG));
            case WHOLE -> Schema.create(Schema.Type.LONG);
            case TEXT -> Schema.create(Schema.Type.STRING);
        };
    }

    @Override
    public String source(String schemaFile) {
        return "format: avro, schema-file: " + schemaFile;
    }

    @Override
    public byte[] schema() {
        return schema.toString().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public Optional<Registry.Schema> registered() {
        return Optional.of(new Registry.Schema("AVRO", schema.toString()));
    }

    private GenericRecord avro(String[] texts) {
        GenericRecord made = new GenericData.Record(schema);
        for (int i = 0; i < texts.length; i++) {
            Object value =
                    switch (columns.get(i).type()) {
                        case TIME -> Instant.parse(texts[i]).toEpochMilli();
                        case WHOLE -> Long.parseLong(texts[i]);
                        case TEXT -> texts[i];
                    };
            made.put(i, value);
        }
        return made;
    }

    @Override
    public byte[] message(String[] texts) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(bytes, null);
        writer.write(avro(texts), encoder);
        return bytes.toByteArray();
    }

    @Override
    public Recording recording(OutputStream out) throws IOException {
        DataFileWriter<GenericRecord> file = new DataFileWriter<>(writer).create(schema, out);
        return new Recording() {
            @Override
            public void add(String[] texts) throws IOException {
                file.append(avro(texts));
            }

            @Override
            public void close() throws IOException {
                file.close();
            }
        };
    }
}
