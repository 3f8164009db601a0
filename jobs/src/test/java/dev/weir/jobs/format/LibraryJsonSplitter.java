package dev.weir.jobs.format;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import dev.weir.operators.counters.Rejection;
import dev.weir.operators.keys.text.WellFormedText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Finds fields in one JSON object by Jackson's strict parser: what {@link JsonSplitter} is compared with. */
final class LibraryJsonSplitter implements Splitter {

    /** The parser does not intern or cache field names, so that records cannot fill memory with names. */
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private final FieldNumbers.Tree root;

    LibraryJsonSplitter(FieldNumbers numbers) {
        root = numbers.tree();
    }

    @Override
    public @Nullable Rejection split(byte[] bytes, Fields fields) {
        if (!Utf8.isValid(bytes) || looksLikeAnotherEncoding(bytes)) {
            return Rejection.MALFORMED;
        }
        try (JsonParser parser = FACTORY.createParser(bytes)) {
            JsonToken first = parser.nextToken();
            boolean object = first == JsonToken.START_OBJECT;
            boolean whole = first != null && (object ? object(parser, root, fields) : skip(parser));
            if (!whole || parser.nextToken() != null) {
                return Rejection.MALFORMED;
            }
            return object ? null : Rejection.SCHEMA;
        } catch (IOException e) {
            return Rejection.MALFORMED;
        }
    }

    /**
     * Whether the bytes look like UTF-16 or UTF-32, which the parser would accept. JSON in these encodings has a zero byte
     * among its first four bytes; JSON in UTF-8 does not.
     */
    private static boolean looksLikeAnotherEncoding(byte[] bytes) {
        boolean found = false;
        for (int i = 0; i < Math.min(bytes.length, 4); i++) {
            found |= bytes[i] == 0;
        }
        return found;
    }

    private static boolean skip(JsonParser parser) throws IOException {
        parser.skipChildren();
        return true;
    }

    /**
     * Reads the fields below {@code path} from the parser's current object. Returns false if the text of such a field has an
     * unpaired surrogate.
     */
    private static boolean object(JsonParser parser, FieldNumbers.Tree path, Fields fields) throws IOException {
        String name = parser.nextFieldName();
        while (name != null) {
            FieldNumbers.Tree field = path.child(name);
            JsonToken value = parser.nextToken();
            if (field == null) {
                parser.skipChildren();
            } else if (!field(parser, value, field, fields)) {
                return false;
            }
            name = parser.nextFieldName();
        }
        return true;
    }

    private static boolean field(JsonParser parser, JsonToken value, FieldNumbers.Tree field, Fields fields)
            throws IOException {
        boolean scalar = value.isNumeric() || value == JsonToken.VALUE_STRING;
        if (field.number() >= 0 && scalar) {
            return text(parser, field.number(), fields);
        }
        if (field.number() >= 0 && value != JsonToken.VALUE_NULL) {
            fields.other(field.number());
        }
        return value == JsonToken.START_OBJECT ? object(parser, field, fields) : skip(parser);
    }

    private static boolean text(JsonParser parser, int number, Fields fields) throws IOException {
        String text = parser.getText();
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        fields.text(number, bytes, 0, bytes.length);
        return WellFormedText.isWellFormed(text);
    }
}
