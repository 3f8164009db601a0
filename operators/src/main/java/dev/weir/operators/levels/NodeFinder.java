package dev.weir.operators.levels;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

/**
 * Finds nodes by their names. The release operator draws the nodes of every window in the same order, so the node that followed another one in the window
 * before is compared first, which reads less memory than a look-up in a table of a million names. Used by one thread.
 *
 * <p><b>Memory.</b> Four bytes a node beside the table of names.
 */
final class NodeFinder {

    private static final int NONE = -1;

    private final List<String> names;
    private final Map<String, Integer> nodes = new HashMap<>();

    /** For each node, the one that was asked for after it; {@link #NONE} until then. */
    private final int[] followers;

    private int latest;

    /**
     * Creates a finder.
     *
     * @param names the names of all nodes, distinct
     * @param isFound whether a node is found by its name; others are not
     */
    NodeFinder(List<String> names, IntPredicate isFound) {
        this.names = names;
        for (int node = 0; node < names.size(); node++) {
            if (isFound.test(node)) {
                nodes.put(names.get(node), node);
            }
        }
        this.followers = new int[names.size()];
        Arrays.fill(followers, NONE);
    }

    /** How many nodes are found. */
    int size() {
        return nodes.size();
    }

    /**
     * The node of a name.
     *
     * @throws IllegalStateException if no node with the name is found
     */
    int node(String name) {
        int likely = followers[latest];
        if (likely == NONE || !names.get(likely).equals(name)) {
            Integer found = nodes.get(name);
            if (found == null) {
                throw new IllegalStateException("an outcome must be that of a node with a draw");
            }
            likely = found;
            followers[latest] = likely;
        }
        latest = likely;
        return likely;
    }
}
