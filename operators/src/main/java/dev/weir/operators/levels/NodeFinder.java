package dev.weir.operators.levels;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

/**
 * Finds nodes with draws by their names. Outcomes of every window arrive in the same order, so the node that came next in the window before is compared first. That reads
 * less memory than a hash table of a million names. Used by one thread.
 *
 * <p><b>Memory.</b> Four bytes a node beside the table of names.
 */
final class NodeFinder {

    private static final int NONE = -1;

    private final List<String> names;
    private final Map<String, Integer> nodes = new HashMap<>();

    /** For each node, the one that came next when it came last; {@link #NONE} until then. */
    private final int[] next;

    private int previous;

    /**
     * Creates a finder.
     *
     * @param names the names of all nodes, distinct
     * @param isDrawn whether a node has a draw; others are not found
     */
    NodeFinder(List<String> names, IntPredicate isDrawn) {
        this.names = names;
        for (int node = 0; node < names.size(); node++) {
            if (isDrawn.test(node)) {
                nodes.put(names.get(node), node);
            }
        }
        this.next = new int[names.size()];
        Arrays.fill(next, NONE);
    }

    /** The number of nodes with draws. */
    int size() {
        return nodes.size();
    }

    /**
     * The node of a name.
     *
     * @throws IllegalStateException if no node with a draw has the name
     */
    int node(String name) {
        int likely = next[previous];
        if (likely == NONE || !names.get(likely).equals(name)) {
            Integer found = nodes.get(name);
            if (found == null) {
                throw new IllegalStateException("an outcome must be that of a node with a draw");
            }
            likely = found;
            next[previous] = likely;
        }
        previous = likely;
        return likely;
    }
}
