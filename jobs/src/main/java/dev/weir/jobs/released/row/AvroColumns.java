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
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.message.BinaryMessageEncoder;
import org.jspecify.annotations.Nullable;

/** Writes flat rows in Avro's single-object encoding: two bytes, the fingerprint of the schema, and the binary record. */
final class AvroColumns implements FlatEncoder {

    private final Map<String, TableEncoder> tables = new HashMap<>();

    private record TableEncoder(
            Schema schema, Map<FlatColumn, String> fields, BinaryMessageEncoder<GenericRecord> messages) {

        static TableEncoder of(FlatTable table) {
            Schema schema = AvroSchemas.of(table);
            return new TableEncoder(
                    schema, AvroSchemas.fields(table), new BinaryMessageEncoder<>(GenericData.get(), schema));
        }
    }

    @Override
    public byte[] encode(FlatTable table, JsonNode line) {
        TableEncoder encoder = tables.computeIfAbsent(table.name(), name -> TableEncoder.of(table));
        GenericRecord row = new GenericData.Record(encoder.schema);
        encoder.fields.forEach((column, field) ->
                row.put(field, value(column.type(), column.path().in(line))));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            encoder.messages.encode(row, bytes);
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
