package dev.weir.jobs.config.yaml;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A value of a pipeline file: a scalar, a list or a map. Changes only while settings are laid over the file. */
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
     * A value that is left empty.
     *
     * @param origin where it stands
     */
    public static Item nothing(Origin origin) {
        return new Item(Kind.NOTHING, origin, "", false);
    }

    /**
     * A single value.
     *
     * @param origin where it stands
     * @param text the text in the file
     * @param quoted whether quotes make it a text, whatever it looks like
     */
    public static Item scalar(Origin origin, String text, boolean quoted) {
        return new Item(Kind.SCALAR, origin, text, quoted);
    }

    /**
     * An empty list.
     *
     * @param origin where it stands
     */
    public static Item list(Origin origin) {
        return new Item(Kind.LIST, origin, "", false);
    }

    /**
     * An empty map.
     *
     * @param origin where it stands
     */
    public static Item map(Origin origin) {
        return new Item(Kind.MAP, origin, "", false);
    }

    /**
     * The path of a field.
     *
     * @param path the path of the map that contains it; empty at the top
     * @param field its name
     */
    public static String join(String path, String field) {
        return path.isEmpty() ? field : path + "." + field;
    }

    /** What the value is. */
    public Kind kind() {
        return kind;
    }

    /** Where the value stands. */
    public Origin origin() {
        return origin;
    }

    /** The text of a scalar, as it stands in the file. */
    public String text() {
        return text;
    }

    /** Whether quotes make it a text. */
    public boolean isQuoted() {
        return quoted;
    }

    /**
     * The content in one text without some fields of a map, in the order of the fields' names.
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

    /** The values of a list. */
    public List<Item> list() {
        return list;
    }

    /** The fields of a map, in order. */
    public Map<String, Item> fields() {
        return fields;
    }
}
