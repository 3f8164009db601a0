package dev.weir.jobs.output;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes compact JSON with a stable order of fields. Every version of Java writes the same digits of a number. */
public final class JsonText {

    private static final JsonFactory FACTORY = new JsonFactoryBuilder()
            .rootValueSeparator("")
            .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
            .enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER)
            .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
            .build();

    /** The largest number of digits with which every whole number is a long. */
    private static final int LONG_DIGITS = 18;

    private JsonText() {}

    /**
     * Returns the text that a body writes.
     *
     * @param body writes one value
     */
    public static String write(Body body) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(text)) {
            body.write(json);
        } catch (IOException e) {
            throw new UncheckedIOException("a string cannot fail to be written", e);
        }
        return text.toString();
    }

    /**
     * Returns a value as text on one line.
     *
     * @param value the value, as in {@link #value}
     */
    public static String of(@Nullable Object value) {
        return write(json -> value(json, value));
    }

    /** Creates a generator of UTF-8 that writes no separator between two values. */
    static JsonGenerator generator(OutputStream bytes) throws IOException {
        return FACTORY.createGenerator(bytes, JsonEncoding.UTF8);
    }

    /**
     * Writes a value.
     *
     * @param json the generator
     * @param value a text, a number, a boolean, null, titled values, a list of values, or a map from names of fields to
     *     values, whose order is kept
     */
    public static void value(JsonGenerator json, @Nullable Object value) throws IOException {
        if (value instanceof TitledValues values) {
            object(json, values.fields());
        } else if (value instanceof Map<?, ?> fields) {
            object(json, fields);
        } else if (value instanceof List<?> list) {
            array(json, list);
        } else if (value instanceof BigDecimal number && isShort(number)) {
            json.writeNumber(number.longValue());
        } else {
            json.writeObject(value);
        }
    }

    /** Whether a number is a whole one that a long holds, and is written as that long is. */
    private static boolean isShort(BigDecimal number) {
        return number.scale() == 0 && number.precision() <= LONG_DIGITS;
    }

    private static void object(JsonGenerator json, Map<?, ?> fields) throws IOException {
        json.writeStartObject();
        for (Map.Entry<?, ?> field : fields.entrySet()) {
            json.writeFieldName(String.valueOf(field.getKey()));
            value(json, field.getValue());
        }
        json.writeEndObject();
    }

    private static void array(JsonGenerator json, List<?> list) throws IOException {
        json.writeStartArray();
        for (Object element : list) {
            value(json, element);
        }
        json.writeEndArray();
    }

    /** Writes one JSON value with a generator. */
    @FunctionalInterface
    public interface Body {

        /**
         * Writes the value.
         *
         * @param json the generator
         */
        void write(JsonGenerator json) throws IOException;
    }
}
