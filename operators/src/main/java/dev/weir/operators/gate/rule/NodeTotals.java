package dev.weir.operators.gate.rule;

import dev.weir.accountant.levels.LevelShape;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * What one unit has added to the nodes above a base cell in one window, for a query with levels. The gate keeps a cell of the unit for each touched
 * node, beside the unit's base cells, unless its totals there follow from few base cells. Base cells have the numbers of keys; the cells of nodes have the numbers behind them, and the last number is
 * that of a cell whose records are the unit's base cells in the window. Levels whose nodes are the base cells have no further cells.
 *
 * <p>Only one thread may use an instance. Without levels there are no nodes.
 */
public final class NodeTotals {

    /** No nodes, for keys without levels. */
    public static final NodeTotals NONE = new NodeTotals(new int[0], new long[0][], 0);

    /** The largest number of places that are computed once and kept. */
    private static final long MOST_KEPT = 1L << 24;

    private final int[] levels;
    private final long[][] totals;
    private final int counter;
    private final int cells;
    private final int[] places;
    private final NodeOf node;

    /** The node of a level above a base cell, among all nodes. */
    private interface NodeOf {
        int of(int level, int cell);
    }

    private NodeTotals(int[] levels, long[][] totals, int counter) {
        this.levels = levels;
        this.totals = totals;
        this.counter = counter;
        this.cells = 0;
        this.places = new int[0];
        this.node = (level, cell) -> cell;
    }

    /**
     * Creates the totals of a unit that has added nothing.
     *
     * @param shape the shape of the levels; cells and nodes together must be numbers of 31 bits
     * @param measured the indexes of the measured levels
     * @param width the number of words that are kept of a cell
     */
    NodeTotals(LevelShape shape, int[] measured, int width) {
        this.cells = Math.toIntExact(shape.cells());
        this.levels = IntStream.of(measured)
                .filter(level -> shape.nodes(level) < cells)
                .toArray();
        this.totals = new long[levels.length][width];
        this.counter = Math.addExact(cells, shape.nodes());
        this.node = (level, cell) -> shape.start(level) + shape.node(level, cell);
        this.places = (long) cells * levels.length > MOST_KEPT ? new int[0] : places();
    }

    private int[] places() {
        int[] all = new int[cells * levels.length];
        Arrays.setAll(all, at -> node.of(levels[at % levels.length], at / levels.length));
        return all;
    }

    /** How many further cells of its unit a record changes, one for each measured level above the base cells. */
    public int size() {
        return levels.length;
    }

    /** The index of a level among all levels. */
    int level(int i) {
        return levels[i];
    }

    /** The node above a base cell at the i-th level above the base cells, among all nodes. */
    int node(int key, int i) {
        return places.length > 0 ? places[key * levels.length + i] : node.of(levels[i], key);
    }

    /**
     * The number of a further cell.
     *
     * @param key the number of the base cell
     * @param i the number of the further cell, from 0
     */
    public int cell(int key, int i) {
        return cells + node(key, i);
    }

    /** The number of the cell that counts the unit's base cells in the window; 0 if the number of the unit's cells says it. */
    public int counter() {
        return counter;
    }

    /**
     * What is kept of a further cell: the unit's total at the node, for each aggregate. The array is not copied.
     *
     * @param i the number of the further cell, from 0
     */
    public long[] totals(int i) {
        return totals[i];
    }

    /** What is kept of all further cells, by their numbers. The arrays are not copied. */
    long[][] all() {
        return totals;
    }

    /** All bits if two nodes are one and the same, otherwise 0. A processor cannot predict which it is, so a branch would take longer. */
    static long mask(int node, int other) {
        return ((long) (node ^ other) - 1) >> (Long.SIZE - 1);
    }

    /** Sets all totals to 0. */
    public void clear() {
        for (long[] kept : totals) {
            Arrays.fill(kept, 0);
        }
    }

    /**
     * How many cells a unit has in a window at most.
     *
     * @param keys the largest number of its base cells
     */
    public int room(int keys) {
        return counter == 0 ? keys : (int) Math.min(Integer.MAX_VALUE, keys * (1L + levels.length) + 1);
    }
}
