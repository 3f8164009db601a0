package dev.weir.operators.gate.rule;

import dev.weir.accountant.mechanism.RecordCost;
import dev.weir.operators.aggregate.Scalar;
import dev.weir.operators.aggregate.move.ScalarMove;
import java.util.Arrays;

/**
 * The moves of a single integer. A per-unit clamp is that of the base cell, and the nodes above move by what their base cell moves. Of a base cell its raw
 * total is kept, from which the clamped one follows; of a node the sum of the clamped ones.
 *
 * <p>Distinct units do not add up: a unit moves a node by 1 at its first record below the node, whatever it does in other cells below it. What is kept of
 * a node is then the number of the unit's base cells below it, and its total of the unit is 1 from the first one on. It never falls, so the charges
 * are exactly the loss.
 */
final class ScalarLevels extends LevelMoves {

    /** The words that are kept of a base cell and of a node. */
    static final int WORDS = 1;

    private final RecordCost cost;
    private final NodeTotals nodes;

    /** The indexes of the prices of the levels whose nodes are base cells, and of those above. */
    private final int[] atBase;

    private final int[] above;
    private final int keptAt;
    private final long low;
    private final long high;
    private final boolean addsUp;
    private final long[] movedNodes;
    private long raw;
    private long moved;

    ScalarLevels(Place place, Scalar scalar, Charged charged) {
        super(place);
        this.cost = charged.cost();
        this.nodes = charged.nodes();
        this.atBase = new int[charged.base().length];
        this.above = new int[nodes.size()];
        Arrays.setAll(atBase, i -> charged.atBase(place.aggregate(), i));
        Arrays.setAll(above, i -> charged.above(place.aggregate(), i));
        this.keptAt = place.keptAt();
        this.low = scalar.unitRange().low();
        this.high = scalar.unitRange().high();
        this.addsUp = scalar.addsUpOverKeys();
        this.movedNodes = new long[nodes.size()];
    }

    @Override
    void assess(long[] kept, boolean contributed, long[] words, int from) {
        long before = contributed ? clamped(kept[keptAt]) : 0;
        raw = ScalarMove.saturatedSum(kept[keptAt], words[from]);
        long after = clamped(raw);
        moved = after - before;
        for (int price : atBase) {
            cost.addMove(price, before, after);
        }
        for (int i = 0; i < movedNodes.length; i++) {
            long total = nodes.totals(i)[keptAt];
            long less = ofNode(total);
            long more = ofNode(Math.addExact(total, moved));
            movedNodes[i] = more - less;
            cost.addMove(above[i], less, more);
        }
    }

    /** What a unit has moved a node by that has added {@code total} to base cells below it. */
    private long ofNode(long total) {
        return addsUp ? total : Math.min(1, total);
    }

    private long clamped(long total) {
        return Math.max(low, Math.min(high, total));
    }

    @Override
    void keep(long[] kept) {
        kept[keptAt] = raw;
        for (int i = 0; i < movedNodes.length; i++) {
            nodes.totals(i)[keptAt] += moved;
        }
    }

    /**
     * Adds what a unit has added to some of its base cells to its total at a node, as {@link CellRules#addToNodes} does.
     *
     * @param i the number of the node, from 0
     * @param shared for each of the base cells all bits if the node is above it, otherwise 0
     */
    @SuppressWarnings("ParameterNumber") // a node, and base cells that are not copied
    void addBases(int i, long[] shared, long[] words, int first, int cells) {
        long[] totals = nodes.totals(i);
        long total = totals[keptAt];
        int at = first + 1 + keptAt;
        for (int cell = 0; cell < cells; cell++) {
            total = Math.addExact(total, clamped(words[at]) & shared[cell]);
            at += 1 + totals.length;
        }
        totals[keptAt] = total;
    }

    @Override
    void addToBase(long[] totals, int at) {
        totals[at] = Math.addExact(totals[at], moved);
    }

    @Override
    void addToNode(int i, long[] totals, int at) {
        totals[at] = Math.addExact(totals[at], movedNodes[i]);
    }
}
