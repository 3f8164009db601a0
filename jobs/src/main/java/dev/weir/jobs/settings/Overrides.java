package dev.weir.jobs.settings;

import java.util.List;
import java.util.Map;

/**
 * Overrides a file by settings {@code path.to.field=value} of the command line. A later setting overrides an earlier
 * one.
 */
public final class Overrides {

    private final Problems problems;

    /**
     * Creates overrides without settings.
     *
     * @param problems collects the problems of the settings
     */
    public Overrides(Problems problems) {
        this.problems = problems;
    }

    /**
     * Overrides a file by settings.
     *
     * @param root the file
     * @param settings settings of the form {@code path.to.field=value}; a later one overrides an earlier one
     */
    public void apply(Item root, List<String> settings) {
        settings.forEach(setting -> apply(root, setting));
    }

    private void apply(Item root, String setting) {
        int equals = setting.indexOf('=');
        String path = equals < 0 ? setting : setting.substring(0, equals);
        Origin origin = new Origin("--set " + path, 0);
        if (equals < 1) {
            problems.add(origin, "--set", "must be path.to.field=value");
            return;
        }
        if (root.kind() == Item.Kind.MAP) {
            put(root, path.split("\\.", -1), value(setting.substring(equals + 1), origin), origin);
        }
    }

    /** Reads lists, maps and quoted text as YAML, and takes any other text as it is. */
    private Item value(String text, Origin origin) {
        if (text.isBlank()) {
            return Item.nothing(origin);
        }
        return "[{\"'".indexOf(text.charAt(0)) >= 0
                ? YamlTree.ofSetting(text, origin.place(), problems)
                : Item.scalar(origin, text.strip(), false);
    }

    private void put(Item root, String[] path, Item value, Origin origin) {
        Item item = root;
        for (int i = 0; i < path.length; i++) {
            Item next = i == path.length - 1 ? value : child(item, path[i], origin);
            if (!isPlaced(item, path[i], next)) {
                problems.add(origin, path[i].isEmpty() ? "--set" : path[i], rule(item));
                return;
            }
            item = next;
        }
    }

    private static String rule(Item item) {
        return item.kind() == Item.Kind.LIST
                ? "must be the number of a list item, from 0 to " + item.list().size()
                : "must be the name of a field in a map, was set in " + item.kind();
    }

    /** The value under one name or index of the path, or a new map if there is no such value. */
    private static Item child(Item item, String step, Origin origin) {
        Item present = item.kind() == Item.Kind.MAP
                ? item.fields().get(step)
                : isIndex(step) && index(step) < item.list().size()
                        ? item.list().get(index(step))
                        : null;
        return present == null || present.kind() == Item.Kind.NOTHING ? Item.map(origin) : present;
    }

    /** Puts a value into a list or a map. Returns false if the name or index does not fit the list or map. */
    private static boolean isPlaced(Item item, String step, Item value) {
        return item.kind() == Item.Kind.LIST ? putAt(item.list(), step, value) : putIn(item, step, value);
    }

    private static boolean putIn(Item item, String field, Item value) {
        if (item.kind() != Item.Kind.MAP || field.isEmpty()) {
            return false;
        }
        Map<String, Item> fields = item.fields();
        fields.put(field, value);
        return true;
    }

    private static boolean putAt(List<Item> list, String step, Item value) {
        if (!isIndex(step) || index(step) > list.size()) {
            return false;
        }
        if (index(step) == list.size()) {
            list.add(value);
        } else {
            list.set(index(step), value);
        }
        return true;
    }

    private static boolean isIndex(String step) {
        return step.matches("[0-9]{1,6}");
    }

    private static int index(String step) {
        return Integer.parseInt(step);
    }
}
