package dev.weir.sql;

import dev.weir.jobs.settings.Item;
import dev.weir.jobs.settings.Origin;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** A tree of settings while a script is read, with the words of the script for each of its fields. */
final class SettingTree {

    private final Item root;
    private final Map<String, String> words = new TreeMap<>();

    SettingTree(Origin origin) {
        root = Item.map(origin);
    }

    Item root() {
        return root;
    }

    /** The words for fields, by their paths. */
    Map<String, String> words() {
        return words;
    }

    boolean has(String path) {
        Item item = root;
        for (String name : path.split("\\.", -1)) {
            Item inner = item.fields().get(name);
            if (inner == null) {
                return false;
            }
            item = inner;
        }
        return true;
    }

    /** The value of a field that is there. */
    Item find(String path) {
        Item item = root;
        for (String name : path.split("\\.", -1)) {
            item = Objects.requireNonNull(item.fields().get(name), path);
        }
        return item;
    }

    /**
     * Sets a field to a text.
     *
     * @param path the path of the field, with dots
     * @param text the text
     * @param origin the place where the script says so
     * @param said the script's words for the field
     */
    void put(String path, String text, Origin origin, String said) {
        put(path, Item.scalar(origin, text, false), said);
    }

    /** Sets a field to a name or another text that is one even if it looks like a number. */
    void putText(String path, String text, Origin origin, String said) {
        put(path, Item.scalar(origin, text, true), said);
    }

    void put(String path, Item value, String said) {
        String[] names = path.split("\\.", -1);
        Item item = root;
        for (int i = 0; i < names.length - 1; i++) {
            item = item.fields().computeIfAbsent(names[i], name -> Item.map(value.origin()));
        }
        item.fields().put(names[names.length - 1], value);
        words.put(path, said);
    }

    /** A list of texts, each quoted. */
    static Item texts(List<String> texts, Origin origin) {
        Item list = Item.list(origin);
        texts.forEach(text -> list.list().add(Item.scalar(origin, text, true)));
        return list;
    }

    /** A list of numbers. */
    static Item numbers(List<String> numbers, Origin origin) {
        Item list = Item.list(origin);
        numbers.forEach(number -> list.list().add(Item.scalar(origin, number, false)));
        return list;
    }
}
