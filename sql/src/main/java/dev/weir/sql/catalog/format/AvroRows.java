package dev.weir.sql.catalog.format;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.message.BinaryMessageDecoder;
import org.jspecify.annotations.Nullable;

/**
 * Reads rows in Avro, in single-object encoding or behind the header of a schema registry. The first field is the release id, so that rows of other
 * queries and versions are told without their schemas. A decimal's digits are no part of a schema's fingerprint; they follow from the version in the
 * id. Of a registry nothing is asked: the number in a header is skipped, and the version says the schema. A row that is then no record of the table's
 * schema, to its last byte, is refused.
 */
final class AvroRows {

    private static final byte FIRST = (byte) 0xC3;
    private static final byte SECOND = 1;
    private static final int SINGLE_OBJECT = 2 + Long.BYTES;
    private static final int REGISTERED = 1 + Integer.BYTES;
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final List<String> names;
    private final Schema schema;
    private final BinaryMessageDecoder<GenericRecord> decoder;
    private final GenericDatumReader<GenericRecord> records;

    /**
     * Creates a reader.
     *
     * @param names the names of the columns, the release id as the last
     * @param schema the schema, in which the release id is the first field
     */
    AvroRows(List<String> names, String schema) {
        this.names = names;
        this.schema = new Schema.Parser().parse(schema);
        this.decoder = new BinaryMessageDecoder<>(GenericData.get(), this.schema);
        this.records = new GenericDatumReader<>(this.schema);
    }

    /** Whether a message begins like a row in Avro. No text of a row in another form begins so. */
    static boolean begins(byte[] message) {
        return isSingleObject(message) || (message.length > REGISTERED && message[0] == 0);
    }

    private static boolean isSingleObject(byte[] message) {
        return message.length > SINGLE_OBJECT && message[0] == FIRST && message[1] == SECOND;
    }

    private static BinaryDecoder decoder(byte[] message) {
        int header = isSingleObject(message) ? SINGLE_OBJECT : REGISTERED;
        return DecoderFactory.get().binaryDecoder(message, header, message.length - header, null);
    }

    RowForms.Contents read(byte[] message) throws IOException {
        try {
            return new Row(decoder(message).readString(), message);
        } catch (IOException | AvroRuntimeException e) {
            // the cause could quote the message
            throw new IOException("a message of the topic must be a row, with a release id; one has none");
        }
    }

    private GenericRecord record(byte[] message) throws IOException {
        try {
            if (isSingleObject(message)) {
                return decoder.decode(message);
            }
            BinaryDecoder in = decoder(message);
            GenericRecord record = records.read(null, in);
            if (in.isEnd()) {
                return record;
            }
        } catch (IOException | RuntimeException e) {
            // bytes of another schema are refused below, without the cause, which could quote them
        }
        throw new IOException(
                "a row of the topic must have the schema of the table, in Avro, and one has another: was the"
                        + " catalog made of another pipeline file?");
    }

    /** A row, which is decoded when a column is asked for. */
    private final class Row implements RowForms.Contents {

        private final String id;
        private final byte[] message;
        private @Nullable GenericRecord decoded;

        Row(String id, byte[] message) {
            this.id = id;
            this.message = message;
        }

        @Override
        public String id() {
            return id;
        }

        @Override
        public JsonNode of(ReleasedLines.Column column) throws IOException {
            GenericRecord row = decoded;
            if (row == null) {
                row = record(message);
                decoded = row;
            }
            int field = (names.indexOf(column.name()) + 1) % names.size();
            return node(row.get(field), schema.getFields().get(field).schema());
        }
    }

    private static JsonNode node(@Nullable Object value, Schema declared) {
        Schema type = declared.isNullable() ? declared.getTypes().get(1) : declared;
        if (value == null) {
            return NODES.nullNode();
        }
        return switch (type.getType()) {
            case LONG -> type.getLogicalType() == null ? NODES.numberNode((Long) value) : time((Long) value);
            case DOUBLE -> NODES.numberNode((Double) value);
            case BOOLEAN -> NODES.booleanNode((Boolean) value);
            case BYTES -> decimal((ByteBuffer) value, (LogicalTypes.Decimal) type.getLogicalType());
            case ARRAY -> list((List<?>) value, type.getElementType());
            case MAP -> numbers((Map<?, ?>) value, type.getValueType());
            default -> NODES.textNode(value.toString());
        };
    }

    private static JsonNode time(long millis) {
        return NODES.textNode(Instant.ofEpochMilli(millis).toString());
    }

    private static JsonNode decimal(ByteBuffer steps, LogicalTypes.Decimal type) {
        byte[] bytes = new byte[steps.remaining()];
        steps.duplicate().get(bytes);
        return NODES.numberNode(new BigDecimal(new BigInteger(bytes), type.getScale()));
    }

    private static ArrayNode list(List<?> elements, Schema type) {
        ArrayNode list = NODES.arrayNode();
        elements.forEach(element -> list.add(node(element, type)));
        return list;
    }

    private static ObjectNode numbers(Map<?, ?> values, Schema type) {
        ObjectNode numbers = NODES.objectNode();
        values.forEach((name, value) -> numbers.set(name.toString(), node(value, type)));
        return numbers;
    }
}
