package dev.weir.jobs.format;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A node of the tree of dotted paths of the fields that a pipeline reads. It has a child for each name that may follow, and the number of
 * the field whose path ends at the node.
 */
public final class FieldTree {

    private final Map<String, FieldTree> children = new HashMap<>();
    private int number = FieldNumbers.NONE;

    private FieldTree() {}

    /**
     * Returns the root of the tree of some fields.
     *
     * @param numbers the numbers of the fields
     */
    public static FieldTree of(FieldNumbers numbers) {
        FieldTree root = new FieldTree();
        numbers.forEach(root::add);
        return root;
    }

    private void add(String dotted, int field) {
        FieldTree node = this;
        for (String name : dotted.split("\\.", -1)) {
            node = node.children.computeIfAbsent(name, absent -> new FieldTree());
        }
        node.number = field;
    }

    /** The number of the field whose path ends here; {@link FieldNumbers#NONE} if no path does. */
    public int number() {
        return number;
    }

    /**
     * The node that follows by a name; null if no path goes on with it.
     *
     * @param name one name of a dotted path
     */
    public @Nullable FieldTree child(String name) {
        return children.get(name);
    }

    /** The names by which paths go on from here. */
    public Set<String> names() {
        return children.keySet();
    }
}
