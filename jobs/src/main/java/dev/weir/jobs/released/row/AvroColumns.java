package dev.weir.jobs.released.row;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weir.jobs.format.binary.RegistryHeader;
import dev.weir.jobs.released.FlatColumn;
import dev.weir.jobs.released.FlatTable;
import dev.weir.jobs.released.FlatType;
import dev.weir.jobs.released.schema.AvroSchemas;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.message.BinaryMessageEncoder;
import org.apache.avro.message.MessageEncoder;
import org.apache.avro.message.RawMessageEncoder;
import org.jspecify.annotations.Nullable;

/** Writes flat rows as binary records of Avro, in Avro's single-object encoding or behind the header of a schema registry. */
final class AvroColumns implements FlatEncoder {

    private final Map<String, TableEncoder> tables = new HashMap<>();
    private final BiFunction<String, Schema, MessageEncoder<GenericRecord>> encoders;

    private record TableEncoder(Schema schema, Map<FlatColumn, String> fields, MessageEncoder<GenericRecord> rows) {}

    private AvroColumns(BiFunction<String, Schema, MessageEncoder<GenericRecord>> encoders) {
        this.encoders = encoders;
    }

    /** Writes rows in single-object encoding. */
    static AvroColumns singleObject() {
        return new AvroColumns((table, schema) -> new BinaryMessageEncoder<>(GenericData.get(), schema));
    }

    /**
     * Writes rows behind the header of a registry.
     *
     * @param ids the numbers of the schemas by the names of their tables
     */
    static AvroColumns registered(Map<String, Integer> ids) {
        return new AvroColumns((table, schema) -> {
            Integer id = ids.get(table);
            if (id == null) {
                throw new IllegalStateException("the schema of rows must be registered before a row is written");
            }
            return new Registered(new RegistryHeader(id), new RawMessageEncoder<>(GenericData.get(), schema));
        });
    }

    /** Writes the header of a registry before each record. */
    private record Registered(RegistryHeader header, RawMessageEncoder<GenericRecord> records)
            implements MessageEncoder<GenericRecord> {

        @Override
        public ByteBuffer encode(GenericRecord row) throws IOException {
            ByteBuffer record = records.encode(row);
            return ByteBuffer.wrap(
                    header.before(record.array(), record.arrayOffset() + record.position(), record.remaining()));
        }

        @Override
        public void encode(GenericRecord row, OutputStream out) throws IOException {
            out.write(encode(row).array());
        }
    }

    private TableEncoder encoder(FlatTable table) {
        Schema schema = AvroSchemas.of(table);
        return new TableEncoder(schema, AvroSchemas.fields(table), encoders.apply(table.name(), schema));
    }

    @Override
    public byte[] encode(FlatTable table, JsonNode line) {
        TableEncoder encoder = tables.computeIfAbsent(table.name(), name -> encoder(table));
        GenericRecord row = new GenericData.Record(encoder.schema);
        encoder.fields.forEach((column, field) ->
                row.put(field, value(column.type(), column.path().in(line))));
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            encoder.rows.encode(row, bytes);
            return bytes.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException("an array cannot fail to be written", e);
        }
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
