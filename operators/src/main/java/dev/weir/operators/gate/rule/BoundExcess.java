package dev.weir.operators.gate.rule;

import dev.weir.accountant.levels.LevelShape;
import dev.weir.operators.gate.rule.LevelMoves.Charged;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * By how much the bound that {@link UnsettledPrice} charges exceeds the price of a unit's records in a window: for each aggregate the sum over the measured levels l of g<sub>l</sub> (S&sup2; - sum of s&sup2;), where g<sub>l</sub>
 * is the weight of the level, s is what the unit has added to a node of it, and S what it has added to all of them.
 *
 * <p>Memory: 8 bytes for each node.
 */
final class BoundExcess {

    /** The largest number of nodes, so that {@link #sums} take at most 32 MiB. */
    private static final long MOST_NODES = 1L << 22;

    private final RecordPacking packing;
    private final NodeTotals above;

    /** The levels above the base cells, as {@link NodeTotals#node} numbers them, without those of one node: there the bound exceeds nothing. */
    private final int[] levels;

    /** The weights of these levels, and behind them the sum of those whose nodes are base cells. */
    private final long[] weights;

    /** The first node of a level whose nodes are base cells, among all nodes. */
    private final int baseStart;

    private final int allNodes;

    /** What the unit has added to each node, for one aggregate. It is 0 between two calls. The array is made when it is needed first. */
    private long[] sums = {};

    /** The nodes above each record, one for each of {@link #weights}. */
    private final int[] nodes;

    /** @param charged the levels, for which {@link #fits} must be true */
    BoundExcess(RecordPacking packing, Charged charged) {
        this.packing = packing;
        this.above = charged.nodes();
        LevelShape shape = shape(charged);
        this.levels = IntStream.range(0, above.size())
                .filter(i -> shape.nodes(above.level(i)) > 1)
                .toArray();
        LongStream measured = IntStream.of(levels).map(above::level).mapToLong(charged.weights(0)::get);
        this.weights = LongStream.concat(measured, LongStream.of(charged.baseWeight(0)))
                .toArray();
        this.baseStart = shape.start(charged.base()[0]);
        this.allNodes = shape.nodes();
        this.nodes = new int[UnsettledRecords.MOST * weights.length];
    }

    /** Whether there are few enough nodes, and base cells are among them. */
    static boolean fits(Charged charged) {
        return charged.base().length > 0 && shape(charged).nodes() <= MOST_NODES;
    }

    private static LevelShape shape(Charged charged) {
        return charged.price().plans().get(0).shape();
    }

    /** Finds the nodes above the records of a unit, for {@link #of}. */
    void findNodes(UnsettledRecords records, int unit) {
        sums = sums.length == 0 ? new long[allNodes] : sums;
        long[] words = records.words();
        int first = records.first(unit);
        int next = 0;
        for (int at = first; at < first + records.count(unit); at++) {
            int key = UnsettledRecords.key(words[at]);
            for (int level : levels) {
                nodes[next++] = above.node(key, level);
            }
            nodes[next++] = baseStart + key;
        }
    }

    /** The excess of the records whose nodes were found last, for one aggregate: for each level, twice the integer of each record times those of the earlier records that are below other nodes. */
    long of(UnsettledRecords records, int unit, int aggregate) {
        long[] words = records.words();
        int first = records.first(unit);
        int end = first + records.count(unit);
        long total = 0;
        long excess = 0;
        int next = 0;
        for (int at = first; at < end; at++) {
            long value = packing.value(UnsettledRecords.packed(words[at]), aggregate);
            long weighted = 0;
            for (long weight : weights) {
                int node = nodes[next++];
                weighted += weight * (total - sums[node]);
                sums[node] += value;
            }
            excess += value * weighted;
            total += value;
        }
        for (int i = 0; i < next; i++) {
            sums[nodes[i]] = 0;
        }
        return 2 * excess;
    }
}
