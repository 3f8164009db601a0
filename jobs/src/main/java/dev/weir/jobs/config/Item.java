package dev.weir.jobs.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A value of a pipeline file: a scalar, a list or a map. Changes only while settings are laid over the file. */
final class Item {

    /** The kinds of values. */
    enum Kind {
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

    static Item nothing(Origin origin) {
        return new Item(Kind.NOTHING, origin, "", false);
    }

    static Item scalar(Origin origin, String text, boolean quoted) {
        return new Item(Kind.SCALAR, origin, text, quoted);
    }

    static Item list(Origin origin) {
        return new Item(Kind.LIST, origin, "", false);
    }

    static Item map(Origin origin) {
        return new Item(Kind.MAP, origin, "", false);
    }

    Kind kind() {
        return kind;
    }

    Origin origin() {
        return origin;
    }

    /** The text of a scalar, as it stands in the file. */
    String text() {
        return text;
    }

    boolean isQuoted() {
        return quoted;
    }

    /** The content in one text without some fields of a map, in the order of the fields' names. */
    String without(Set<String> names) {
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
    List<Item> list() {
        return list;
    }

    /** The fields of a map, in order. */
    Map<String, Item> fields() {
        return fields;
    }
}
