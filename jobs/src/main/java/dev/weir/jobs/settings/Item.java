package dev.weir.jobs.settings;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A value of a pipeline file: a scalar, a list or a map. After the file has been read, a value changes only while settings of
 * the command line override the file.
 */
public final class Item {

    /** The kinds of values. */
    public enum Kind {
        NOTHING("nothing"),
        SCALAR("a single value"),
        LIST("a list"),
        MAP("a map");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        @Override
        public String toString() {
            return words;
        }
    }

    private final Kind kind;
    private final Origin origin;
    private final String text;
    private final boolean quoted;
    private final List<Item> list = new ArrayList<>();
    private final Map<String, Item> fields = new LinkedHashMap<>();

    private Item(Kind kind, Origin origin, String text, boolean quoted) {
        this.kind = kind;
        this.origin = origin;
        this.text = text;
        this.quoted = quoted;
    }

    /**
     * Returns a value that is left empty.
     *
     * @param origin the place of the value in the file
     */
    public static Item nothing(Origin origin) {
        return new Item(Kind.NOTHING, origin, "", false);
    }

    /**
     * Returns a single value.
     *
     * @param origin the place of the value in the file
     * @param text the text in the file
     * @param quoted whether the value is in quotes, and therefore a text even if it looks like a number
     */
    public static Item scalar(Origin origin, String text, boolean quoted) {
        return new Item(Kind.SCALAR, origin, text, quoted);
    }

    /**
     * Returns an empty list.
     *
     * @param origin the place of the list in the file
     */
    public static Item list(Origin origin) {
        return new Item(Kind.LIST, origin, "", false);
    }

    /**
     * Returns an empty map.
     *
     * @param origin the place of the map in the file
     */
    public static Item map(Origin origin) {
        return new Item(Kind.MAP, origin, "", false);
    }

    /**
     * Returns the path of a field.
     *
     * @param path the path of the map that contains the field; empty at the top
     * @param field the name of the field
     */
    public static String join(String path, String field) {
        return path.isEmpty() ? field : path + "." + field;
    }

    /** Returns the kind of the value. */
    public Kind kind() {
        return kind;
    }

    /** Returns the place of the value in the file. */
    public Origin origin() {
        return origin;
    }

    /** Returns the text of a scalar, as in the file. */
    public String text() {
        return text;
    }

    /** Whether a scalar is in quotes, and therefore a text. */
    public boolean isQuoted() {
        return quoted;
    }

    /**
     * Returns the content as one text, with the fields of maps in alphabetical order. Some fields of this map are left out, but
     * not of maps within it.
     *
     * @param names the names of the fields that are left out
     */
    public String without(Set<String> names) {
        return switch (kind) {
            case NOTHING -> "";
            case SCALAR -> "'" + text + "'";
            case LIST ->
                list.stream().map(value -> value.without(Set.of())).toList().toString();
            case MAP ->
                fields.entrySet().stream()
                        .filter(field -> !names.contains(field.getKey()))
                        .map(field -> field.getKey() + ": " + field.getValue().without(Set.of()))
                        .sorted()
                        .toList()
                        .toString();
        };
    }

    /** Returns the values of a list. */
    public List<Item> list() {
        return list;
    }

    /** Returns the fields of a map, in the order of the file. */
    public Map<String, Item> fields() {
        return fields;
    }
}
