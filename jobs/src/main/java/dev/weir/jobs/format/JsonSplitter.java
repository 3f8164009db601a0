package dev.weir.jobs.format;

import dev.weir.operators.counters.Rejection;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds fields in one JSON object by their dotted paths, in place. Strings and numbers are scalars and count as their text. A null
 * counts as missing.
 *
 * <p>The parser is strict: RFC 8259, no duplicate name in an object, nothing after the object, no unpaired surrogate in a field
 * that is read, names of at most 50 000 characters, and nesting of at most 1000 levels.
 *
 * <p>This is own code, because the kept library makes a text of every name and value and took most of the time of a record: docs/decisions/0016.
 */
final class JsonSplitter implements Splitter {

    private static final int DEEPEST = 1000;

    private static final byte[] TRUE = "true".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] FALSE = "false".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);

    private final JsonPath root;
    private final JsonTokens json = new JsonTokens();

    /** The names of the open object at each level of nesting. */
    private final List<JsonNames> names = new ArrayList<>();

    JsonSplitter(FieldNumbers numbers) {
        root = new JsonPath(numbers.tree());
    }

    @Override
    public @Nullable Rejection split(byte[] bytes, Fields fields) {
        if (!Utf8.isValid(bytes)) {
            return Rejection.MALFORMED;
        }
        json.start(bytes);
        boolean object = json.next() == '{';
        boolean whole = object ? object(root, 1, fields) : value(null, 0, fields);
        if (!whole || json.next() != JsonTokens.END) {
            names.clear(); // objects that were left open keep their names
            return Rejection.MALFORMED;
        }
        return object ? null : Rejection.SCHEMA;
    }

    /**
     * Reads a value.
     *
     * @param path the node of the value's path; null if no field is read at or below it
     * @param depth how many objects and arrays are around the value
     * @return false if the record is malformed
     */
    private boolean value(@Nullable JsonPath path, int depth, Fields fields) {
        int first = json.next();
        if (first == '{' || first == '[' || first == 't' || first == 'f') {
            other(path, fields);
        }
        return switch (first) {
            case '{' -> object(path, depth + 1, fields);
            case '[' -> array(depth + 1, fields);
            case 't' -> json.word(TRUE);
            case 'f' -> json.word(FALSE);
            case 'n' -> json.word(NULL);
            case '"' -> json.string() && text(path, fields);
            default -> json.number() && text(path, fields);
        };
    }

    private static void other(@Nullable JsonPath path, Fields fields) {
        if (path != null && path.number() >= 0) {
            fields.other(path.number());
        }
    }

    private boolean text(@Nullable JsonPath path, Fields fields) {
        if (path == null || path.number() < 0) {
            return true;
        }
        fields.text(path.number(), json.source(), json.from(), json.to());
        return json.isWellFormed();
    }

    private boolean object(@Nullable JsonPath path, int depth, Fields fields) {
        if (depth > DEEPEST || !json.take('{')) {
            return false;
        }
        if (json.take('}')) {
            return true;
        }
        JsonNames own = names(depth);
        do {
            if (json.next() != '"' || !json.string() || !own.add(json)) {
                return false;
            }
            JsonPath field = path == null ? null : path.child(json);
            if (!json.take(':') || !value(field, depth, fields)) {
                return false;
            }
        } while (json.take(','));
        own.clear();
        return json.take('}');
    }

    private JsonNames names(int depth) {
        while (names.size() < depth) {
            names.add(new JsonNames());
        }
        JsonNames own = names.get(depth - 1);
        own.clear();
        return own;
    }

    private boolean array(int depth, Fields fields) {
        if (depth > DEEPEST || !json.take('[')) {
            return false;
        }
        if (json.take(']')) {
            return true;
        }
        do {
            if (!value(null, depth, fields)) {
                return false;
            }
        } while (json.take(','));
        return json.take(']');
    }
}
