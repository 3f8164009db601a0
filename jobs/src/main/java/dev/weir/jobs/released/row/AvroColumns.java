package dev.weir.jobs.released.row;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weir.jobs.released.FlatColumn;
import dev.weir.jobs.released.FlatTable;
import dev.weir.jobs.released.FlatType;
import dev.weir.jobs.released.schema.AvroSchemas;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.jspecify.annotations.Nullable;

/**
 * Writes flat rows as binary records of Avro. What is before a record is Avro's single-object encoding, two bytes and the fingerprint of the schema,
 * or the header of a schema registry, a zero byte and the number of the schema.
 */
final class AvroColumns implements FlatEncoder {

    private static final byte[] SINGLE_OBJECT = {(byte) 0xC3, 1};

    private final Map<String, TableEncoder> tables = new HashMap<>();
    private final Function<TableName, byte[]> headers;

    private record TableEncoder(Schema schema, Map<FlatColumn, String> fields, byte[] header) {}

    /** What a header may be made of. */
    private record TableName(String name, Schema schema) {}

    private AvroColumns(Function<TableName, byte[]> headers) {
        this.headers = headers;
    }

    /** Writes rows in single-object encoding. */
    static AvroColumns singleObject() {
        return new AvroColumns(table -> ByteBuffer.allocate(SINGLE_OBJECT.length + Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(SINGLE_OBJECT)
                .putLong(SchemaNormalization.parsingFingerprint64(table.schema))
                .array());
    }

    /**
     * Writes rows behind the header of a registry.
     *
     * @param ids the numbers of the schemas by the names of their tables
     */
    static AvroColumns registered(Map<String, Integer> ids) {
        return new AvroColumns(table -> {
            Integer id = ids.get(table.name);
            if (id == null) {
                throw new IllegalStateException("the schema of rows must be registered before a row is written");
            }
            return ByteBuffer.allocate(1 + Integer.BYTES)
                    .put((byte) 0)
                    .putInt(id)
                    .array();
        });
    }

    private TableEncoder encoder(FlatTable table) {
        Schema schema = AvroSchemas.of(table);
        return new TableEncoder(schema, AvroSchemas.fields(table), headers.apply(new TableName(table.name(), schema)));
    }

    @Override
    public byte[] encode(FlatTable table, JsonNode line) {
        TableEncoder encoder = tables.computeIfAbsent(table.name(), name -> encoder(table));
        GenericRecord row = new GenericData.Record(encoder.schema);
        encoder.fields.forEach((column, field) ->
                row.put(field, value(column.type(), column.path().in(line))));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(encoder.header);
        try {
            BinaryEncoder record = EncoderFactory.get().directBinaryEncoder(bytes, null);
            new GenericDatumWriter<GenericRecord>(encoder.schema).write(row, record);
        } catch (IOException e) {
            throw new UncheckedIOException("an array cannot fail to be written", e);
        }
        return bytes.toByteArray();
    }

    private static @Nullable Object value(FlatType type, JsonNode content) {
        if (content.isMissingNode() || content.isNull()) {
            return null;
        }
        return switch (type.kind()) {
            case TEXT -> content.isTextual() ? content.textValue() : content.toString();
            case TIME -> Instant.parse(content.textValue()).toEpochMilli();
            case LONG -> content.decimalValue().longValueExact();
            case DOUBLE -> content.doubleValue();
            case DECIMAL ->
                ByteBuffer.wrap(content.decimalValue()
                        .setScale(type.scale(), RoundingMode.UNNECESSARY)
                        .unscaledValue()
                        .toByteArray());
            case TRUTH -> content.booleanValue();
            case LIST -> list(type.elements(), content);
            case NUMBERS -> numbers(content);
        };
    }

    private static List<@Nullable Object> list(FlatType type, JsonNode content) {
        List<@Nullable Object> elements = new ArrayList<>();
        content.forEach(element -> elements.add(value(type, element)));
        return elements;
    }

    private static Map<String, @Nullable Object> numbers(JsonNode content) {
        Map<String, @Nullable Object> numbers = new LinkedHashMap<>();
        content.properties().forEach(number -> numbers.put(number.getKey(), value(FlatType.DOUBLE, number.getValue())));
        return numbers;
    }
}
