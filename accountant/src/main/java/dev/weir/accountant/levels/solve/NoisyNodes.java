package dev.weir.accountant.levels.solve;

import dev.weir.accountant.levels.LevelShape;
import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;

/**
 * The noisy integers of the nodes of one window, of all measured levels. It takes each number once and says when all are there; nothing else may
 * take the place of a missing one. An instance serves one window after another, and one thread at a time.
 *
 * <p>The numbers are secret until they are published or stand in the ledger, as everything is that is computed from them.
 */
public final class NoisyNodes {

    private final LevelShape shape;
    private final boolean[] measured;
    private final long[] values;
    private final BitSet present;
    private final int expected;

    /**
     * Creates the memory for the nodes of a window.
     *
     * @param shape the shape of the levels
     * @param measured whether the nodes of each level have noisy integers
     */
    public NoisyNodes(LevelShape shape, boolean... measured) {
        this.shape = shape;
        this.measured = measured.clone();
        this.values = new long[shape.nodes()];
        this.present = new BitSet(shape.nodes());
        this.expected = IntStream.range(0, measured.length)
                .filter(level -> measured[level])
                .map(shape::nodes)
                .sum();
    }

    /** Forgets all numbers, for the next window. */
    public void clear() {
        present.clear();
        Arrays.fill(values, 0);
    }

    /**
     * Takes the noisy integer of a node.
     *
     * @param level the index of the level, from 0
     * @param node the index of the node within its level, from 0
     * @param value the integer in grid steps
     * @throws IllegalStateException if the level is not measured, or the node has a number already
     * @throws IndexOutOfBoundsException if the level has no such node
     */
    public void put(int level, int node, long value) {
        if (node < 0 || node >= shape.nodes(level)) {
            throw new IndexOutOfBoundsException("level " + level + " has no node " + node);
        }
        int at = shape.start(level) + node;
        if (!measured[level] || present.get(at)) {
            throw new IllegalStateException("level " + level + " takes no further number of this node");
        }
        present.set(at);
        values[at] = value;
    }

    /** Whether every node of every measured level has its number. */
    public boolean isComplete() {
        return present.cardinality() == expected;
    }

    /**
     * The number of a node.
     *
     * @param node the index of the node among all nodes, of a measured level
     * @throws IllegalStateException if the number is missing
     */
    public long value(int node) {
        if (!present.get(node)) {
            throw new IllegalStateException("a window is solved only if all numbers of its measured nodes are there");
        }
        return values[node];
    }

    /** The numbers of all nodes, 0 at levels that are not measured. The array is not copied. */
    long[] values() {
        if (!isComplete()) {
            throw new IllegalStateException("a window is solved only if all numbers of its measured nodes are there");
        }
        return values;
    }

    LevelShape shape() {
        return shape;
    }
}
