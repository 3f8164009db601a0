package dev.weir.sql.write;

import dev.weir.jobs.settings.Item;
import dev.weir.jobs.settings.Problems;
import java.util.List;
import java.util.Optional;

/**
 * A map of settings that is said in SQL piece by piece. What has been said is taken out of the map, so that what is left at the end is
 * what SQL cannot say.
 *
 * @param item the map
 */
record Taken(Item item) {

    /** Takes a text out; empty if there is none. */
    Optional<String> text(String path) {
        Optional<Item> found = find(path).filter(value -> value.kind() == Item.Kind.SCALAR);
        found.ifPresent(value -> remove(path));
        return found.map(Item::text);
    }

    /** Takes the texts of a list out; empty if there is no list of texts. */
    Optional<List<String>> texts(String path) {
        Optional<List<Item>> found = find(path)
                .filter(value -> value.kind() == Item.Kind.LIST)
                .map(Item::list)
                .filter(list -> list.stream().allMatch(value -> value.kind() == Item.Kind.SCALAR));
        found.ifPresent(list -> remove(path));
        return found.map(list -> list.stream().map(Item::text).toList());
    }

    /** Takes a value of any kind out. */
    Optional<Item> any(String path) {
        Optional<Item> found = find(path);
        found.ifPresent(value -> remove(path));
        return found;
    }

    boolean has(String path) {
        return find(path).isPresent();
    }

    /** The value of a path, which stays. */
    Optional<Item> find(String path) {
        Item value = item;
        for (String name : path.split("\\.", -1)) {
            value = value.fields().get(name);
            if (value == null) {
                return Optional.empty();
            }
        }
        return value.kind() == Item.Kind.NOTHING ? Optional.empty() : Optional.of(value);
    }

    private void remove(String path) {
        int dot = path.lastIndexOf('.');
        Item map = dot < 0 ? item : find(path.substring(0, dot)).orElseThrow();
        map.fields().remove(path.substring(dot + 1));
    }

    /** Notes a problem for each value that is left. */
    void noteRest(String path, Problems problems) {
        note(item, path, problems);
    }

    private static void note(Item value, String path, Problems problems) {
        switch (value.kind()) {
            case MAP -> value.fields().forEach((name, inner) -> note(inner, Item.join(path, name), problems));
            case LIST -> {
                for (int i = 0; i < value.list().size(); i++) {
                    note(value.list().get(i), path + "[" + i + "]", problems);
                }
            }
            case SCALAR -> problems.add(value.origin(), path, "cannot be said in SQL");
            case NOTHING -> {}
        }
    }
}
