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
    private static final int MALFORMED = -1;

    private static final byte[] TRUE = "true".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] FALSE = "false".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);

    private final JsonPath root;
    private final JsonTokens json = new JsonTokens();

    /** Whether what is open at a level of nesting that is passed over is an object, and not an array. */
    private final boolean[] isObject = new boolean[DEEPEST + 1];

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
        if (path == null) {
            return skip(depth);
        }
        int first = json.next();
        if (first == '{' || first == '[' || first == 't' || first == 'f') {
            other(path, fields);
        }
        return switch (first) {
            case '{' -> object(path, depth + 1, fields);
            case '[', 't', 'f', 'n' -> skip(depth);
            case '"' -> json.string() && text(path, fields);
            default -> json.number() && text(path, fields);
        };
    }

    private static void other(JsonPath path, Fields fields) {
        if (path.number() >= 0) {
            fields.other(path.number());
        }
    }

    private boolean text(JsonPath path, Fields fields) {
        if (path.number() < 0) {
            return true;
        }
        fields.text(path.number(), json.source(), json.from(), json.to());
        return json.isWellFormed();
    }

    private boolean object(JsonPath path, int depth, Fields fields) {
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
            JsonPath field = path.child(json);
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

    /**
     * Passes over a value at and below which no field is read. This is a loop, so that the nesting of a record takes no stack, however small the stacks of
     * a job's threads are.
     */
    private boolean skip(int depth) {
        int level = depth;
        do {
            int first = json.next();
            boolean isOpened = first == '{' || first == '[';
            if (isOpened ? !open(++level, first) : !scalar(first)) {
                return false;
            }
            boolean hasValue = isOpened && !json.take(closing(level));
            if (hasValue) {
                if (isObject[level] && !name(level)) {
                    return false;
                }
                continue;
            }
            level = afterValue(isOpened ? level - 1 : level, depth);
        } while (level > depth);
        return level == depth;
    }

    private boolean open(int level, int first) {
        if (level > DEEPEST) {
            return false;
        }
        isObject[level] = first == '{';
        names(level);
        return json.take((char) first);
    }

    private char closing(int level) {
        return isObject[level] ? '}' : ']';
    }

    /** Reads the name of the next value of an object that is passed over, and the colon behind it. */
    private boolean name(int level) {
        return json.next() == '"' && json.string() && names.get(level - 1).add(json) && json.take(':');
    }

    /** Closes what ends behind a value. Returns the level of the next value, {@code depth} if there is none, and less if the record is malformed. */
    private int afterValue(int from, int depth) {
        int level = from;
        while (level > depth) {
            if (json.take(',')) {
                return !isObject[level] || name(level) ? level : MALFORMED;
            }
            if (!json.take(closing(level))) {
                return MALFORMED;
            }
            names.get(level - 1).clear();
            level--;
        }
        return level;
    }

    private boolean scalar(int first) {
        return switch (first) {
            case 't' -> json.word(TRUE);
            case 'f' -> json.word(FALSE);
            case 'n' -> json.word(NULL);
            case '"' -> json.string();
            default -> json.number();
        };
    }
}
