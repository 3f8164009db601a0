package dev.weir.accountant.levels.series;

import dev.weir.accountant.account.UInt128;
import dev.weir.accountant.continual.SeriesCost;
import java.math.BigInteger;
import java.util.List;

/**
 * The charge of one record to its unit in a query of series with levels, in parts of the unit's account. One thread uses an instance for many records.
 *
 * <p><b>Guarantee.</b> Neighbours: all records of one privacy unit are replaced by empty slots. Sensitivity: let P be the parts that have been charged
 * for a unit's records under a base cell, a number that is not below the squared size (||C u|| + r)&sup2; of the cell's series ({@link SeriesCost}).
 * The series of a node above is moved by the sum of what its base cells are moved by, so by the triangle inequality its size is at most the square of
 * N = sum of &radic;P over the unit's base cells below the node, whatever the steps are. P is kept for each base cell, N for each touched node: numbers that
 * only grow. Charge: at every measured node the growth of its bound times the weight of its level, so the charges of a unit add up to at least its
 * loss ({@link LevelSeries}). Rounding: &radic;P is a whole number of 2<sup>-20</sup>, rounded up, and N adds such numbers, so nothing is lost by
 * addition; N&sup2; is rounded up to parts.
 *
 * <p>Numbers that do not add up: the series of a node is moved by the first record below it alone, by 1 at the step of that record, which is what its base
 * cell is moved by. So N is the root of the parts of that base cell, and does not grow. Under Laplace noise a record that opens a base cell pays at every
 * level, whether it moves the nodes above or not.
 *
 * <p>Under Laplace noise sizes add up over nodes and steps, so a record pays for its size at every measured level, and nothing is kept.
 */
public final class LevelSeriesCost {

    private static final int ROOT_BITS = 20;
    private static final double ROOT_UNIT = 1L << ROOT_BITS;

    /** More than the relative rounding error of a square root and a product. */
    private static final double UP = 1 + 0x1p-50;

    /** A bound in parts that is not counted: no account affords it. */
    static final long TOO_MUCH = Long.MAX_VALUE;

    private final SeriesCost cells;
    private final int aggregates;
    private final boolean addsUp;
    private final boolean keepsSizes;
    private final Prices atCells;
    private final List<Prices> atNodes;
    private final UInt128 sum = new UInt128();
    private final long[] parts;
    private final long[][] roots;
    private long[] state = {};
    private int start;
    private long[][] above = {};

    /** What a growth by one part costs, for each aggregate. */
    static final class Prices {

        private final long[] high;
        private final long[] low;

        /**
         * Creates prices.
         *
         * @param weights the weight of each aggregate
         * @param ofLevels the sum of the weights of some levels
         */
        Prices(List<Long> weights, BigInteger ofLevels) {
            List<BigInteger> prices = weights.stream()
                    .map(weight -> BigInteger.valueOf(weight).multiply(ofLevels))
                    .toList();
            high = prices.stream().mapToLong(UInt128::high).toArray();
            low = prices.stream().mapToLong(UInt128::low).toArray();
        }
    }

    /**
     * Creates the cost of records.
     *
     * @param cells the cost of a record to its base cell, in parts
     * @param addsUp whether the number of a node is the sum of those of its base cells; else a unit moves a node once
     * @param atCells the prices of the levels whose nodes are base cells together; under Laplace noise of all levels
     * @param atNodes the prices of each other measured level, in order; empty under Laplace noise
     */
    LevelSeriesCost(SeriesCost cells, boolean addsUp, Prices atCells, List<Prices> atNodes) {
        this.cells = cells;
        this.aggregates = atCells.low.length;
        this.addsUp = addsUp;
        this.keepsSizes = cells.words() > 0;
        this.atCells = atCells;
        this.atNodes = atNodes;
        this.parts = new long[aggregates];
        this.roots = new long[atNodes.size()][aggregates];
    }

    /** The cost of records to their base cells, which converts the sizes of vectors into lengths. */
    public SeriesCost ofCells() {
        return cells;
    }

    /** The number of words of state that a unit takes for one base cell. */
    public int words() {
        return cells.words() + (keepsSizes ? aggregates : 0);
    }

    /** Whether a number is kept for each aggregate and touched node of a measured level above the base cells. */
    public boolean keepsNodes() {
        return keepsSizes;
    }

    /**
     * Begins the calculation for one record.
     *
     * @param units the states of several units under base cells
     * @param at the index of the first word of this unit's state
     * @param nodes what is kept of the nodes above the base cell: for each of {@code atNodes}' levels one number for each aggregate; not copied
     */
    public void begin(long[] units, int at, long[][] nodes) {
        state = units;
        start = at;
        above = nodes;
        sum.clear();
    }

    private int charged(int aggregate) {
        return start + cells.words() + aggregate;
    }

    /**
     * Adds the cost of the record to one aggregate.
     *
     * @param aggregate the index of the aggregate in the query, from 0
     * @param step the step that the record falls into, counted from 1 at the start of the series
     * @param size the absolute value of what the record adds, in grid steps; for a block the {@link SeriesCost#length} of its vector
     */
    public void add(int aggregate, long step, long size) {
        cells.begin(state, start);
        cells.add(aggregate, step, size);
        long grown = cells.low();
        if (!keepsSizes) {
            sum.addProduct(cells.high(), grown, atCells.high[aggregate], atCells.low[aggregate]);
            return;
        }
        long before = state[charged(aggregate)];
        parts[aggregate] = before + grown;
        if (cells.high() != 0 || grown < 0 || parts[aggregate] < 0) {
            sum.saturate();
            return;
        }
        sum.addProduct(0, grown, atCells.high[aggregate], atCells.low[aggregate]);
        long root = grown == 0 ? 0 : root(parts[aggregate]) - root(before);
        for (int node = 0; node < atNodes.size(); node++) {
            addNode(node, aggregate, root);
        }
    }

    private void addNode(int node, int aggregate, long root) {
        long kept = above[node][aggregate];
        long after = addsUp || kept == 0 ? kept + root : kept;
        roots[node][aggregate] = after;
        long bound = after < 0 ? TOO_MUCH : square(after);
        if (bound == TOO_MUCH) {
            sum.saturate();
        } else {
            Prices prices = atNodes.get(node);
            sum.addProduct(0, bound - square(kept), prices.high[aggregate], prices.low[aggregate]);
        }
    }

    /** The square root of a number of parts in units of 2<sup>-20</sup>, rounded up. */
    static long root(long parts) {
        return (long) Math.ceil(Math.sqrt((double) parts) * ROOT_UNIT * UP);
    }

    /** The square of a root, in parts, rounded up; {@link #TOO_MUCH} if it is too large. */
    static long square(long root) {
        long high = Math.multiplyHigh(root, root);
        long low = root * root;
        if (high >= 1L << (2 * ROOT_BITS - 2)) {
            return TOO_MUCH;
        }
        long floor = high << (Long.SIZE - 2 * ROOT_BITS) | low >>> (2 * ROOT_BITS);
        return (low & ((1L << (2 * ROOT_BITS)) - 1)) == 0 ? floor : floor + 1;
    }

    /**
     * Keeps the record in the unit's state. Call it only when the account has granted the charge.
     *
     * @param aggregate the index of the aggregate in the query, from 0
     * @param step the step, as given to {@link #add}
     * @param size the size, as given to {@link #add}
     */
    public void keep(int aggregate, long step, long size) {
        cells.begin(state, start);
        cells.keep(aggregate, step, size);
        if (keepsSizes) {
            state[charged(aggregate)] = parts[aggregate];
            for (int node = 0; node < atNodes.size(); node++) {
                above[node][aggregate] = roots[node][aggregate];
            }
        }
    }

    /** The bits of the cost from 2<sup>64</sup> up. */
    public long high() {
        return sum.high();
    }

    /** The lowest 64 bits of the cost. */
    public long low() {
        return sum.low();
    }
}
