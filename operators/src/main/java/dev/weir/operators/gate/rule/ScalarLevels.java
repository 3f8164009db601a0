package dev.weir.operators.gate.rule;

import dev.weir.operators.aggregate.Scalar;
import dev.weir.operators.aggregate.move.ScalarMove;

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

    private final Charged charged;
    private final NodeTotals nodes;
    private final long low;
    private final long high;
    private final boolean addsUp;
    private final long[] movedNodes;
    private long raw;
    private long moved;

    ScalarLevels(Place place, Scalar scalar, Charged charged) {
        super(place);
        this.charged = charged;
        this.nodes = charged.nodes();
        this.low = scalar.unitRange().low();
        this.high = scalar.unitRange().high();
        this.addsUp = scalar.addsUpOverKeys();
        this.movedNodes = new long[nodes.size()];
    }

    @Override
    void assess(long[] kept, boolean contributed, long[] words, int from) {
        int aggregate = place().aggregate();
        int keptAt = place().keptAt();
        long before = contributed ? clamped(kept[keptAt]) : 0;
        raw = ScalarMove.saturatedSum(kept[keptAt], words[from]);
        long after = clamped(raw);
        moved = after - before;
        for (int i = 0; i < charged.base().length; i++) {
            charged.cost().addMove(charged.atBase(aggregate, i), before, after);
        }
        for (int i = 0; i < movedNodes.length; i++) {
            long total = nodes.totals(i)[keptAt];
            long less = ofNode(total);
            long more = ofNode(Math.addExact(total, moved));
            movedNodes[i] = more - less;
            charged.cost().addMove(charged.above(aggregate, i), less, more);
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
        kept[place().keptAt()] = raw;
        for (int i = 0; i < movedNodes.length; i++) {
            nodes.totals(i)[place().keptAt()] += moved;
        }
    }

    @Override
    void addBase(int i, long[] kept) {
        long[] total = nodes.totals(i);
        int at = place().keptAt();
        total[at] = Math.addExact(total[at], clamped(kept[at]));
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
