package dev.weir.jobs.format;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Numbers the fields that a pipeline reads, from 0, so that {@link Fields} finds a field of a record by its index, not by its
 * name.
 */
public final class FieldNumbers {

    /** The number of a field that the pipeline does not read. */
    public static final int NONE = -1;

    private final Map<String, Integer> numbers = new LinkedHashMap<>();

    /**
     * Numbers some fields in the order of their names.
     *
     * @param names the names of the fields, each once
     */
    public FieldNumbers(Collection<String> names) {
        names.forEach(name -> numbers.put(name, numbers.size()));
    }

    /** How many fields there are. */
    public int count() {
        return numbers.size();
    }

    /**
     * The number of a field, {@link #NONE} if the pipeline does not read it.
     *
     * @param name the name of the field
     */
    public int of(String name) {
        return numbers.getOrDefault(name, NONE);
    }

    /**
     * The numbers of some fields, each number once.
     *
     * @param names the names of the fields
     */
    public int[] ofDistinct(Collection<String> names) {
        return names.stream().distinct().mapToInt(this::of).toArray();
    }

    /**
     * The paths of the fields in which a field is, from the innermost.
     *
     * @param path the dotted path of the field
     */
    public static Stream<String> outer(String path) {
        return Stream.iterate(parent(path), at -> !at.isEmpty(), FieldNumbers::parent);
    }

    private static String parent(String path) {
        return path.substring(0, Math.max(0, path.lastIndexOf('.')));
    }

    /** The names of the fields, in the order of their numbers. */
    public List<String> names() {
        return List.copyOf(numbers.keySet());
    }

    /** The fields as a tree of the names of their dotted paths. Returns its root. */
    public Tree tree() {
        Tree root = new Tree();
        numbers.forEach(root::add);
        return root;
    }

    /** A node of the tree: the names by which paths go on, and the field whose path ends here. */
    public static final class Tree {

        private final Map<String, Tree> children = new HashMap<>();
        private int number = NONE;

        private Tree() {}

        private void add(String dotted, int field) {
            Tree node = this;
            for (String name : dotted.split("\\.", -1)) {
                node = node.children.computeIfAbsent(name, absent -> new Tree());
            }
            node.number = field;
        }

        /** The number of the field whose path ends here; {@link #NONE} if no path does. */
        public int number() {
            return number;
        }

        /**
         * The node that follows by a name; null if no path goes on with it.
         *
         * @param name one name of a dotted path
         */
        public @Nullable Tree child(String name) {
            return children.get(name);
        }

        /** The names by which paths go on from here. */
        public Set<String> names() {
            return children.keySet();
        }
    }
}
