package dev.weir.operators.gate.rule;

import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.mechanism.RecordCost;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.Scalar;
import dev.weir.operators.aggregate.move.ScalarMove;
import dev.weir.operators.gate.rule.LevelMoves.Charged;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The price of a record at all levels together, computed from the base cells of its unit in one pass: with Gaussian noise, and aggregates that are single integers which add up over
 * keys and whose levels have equal weights. It is the price that {@link ScalarLevels} charges node by node, without the totals of nodes.
 *
 * <p><b>Guarantee.</b> Neighbours: all records of one unit are replaced by empty slots. Sensitivity: let g<sub>l</sub> be the weight of level l, and t<sub>c</sub> the unit's total in base
 * cell c, at least 0. A record that moves base cell b by v, at least 0, moves the node of each measured level above b from s<sub>l</sub>, the sum of the t<sub>c</sub> below it, to
 * s<sub>l</sub> + v. No size shrinks, so the growths of the squares, times their weights, add up to sum g<sub>l</sub> ((s<sub>l</sub> + v)&sup2; - s<sub>l</sub>&sup2;)
 * = v (2 sum over c of t<sub>c</sub> w<sub>c</sub> + v w<sub>b</sub>), where w<sub>c</sub> is the sum of g<sub>l</sub> over the levels at which b and c are below one node. Charge: this whole
 * number, at the price of a growth of weight 1. Where a total or a move is negative, or a product might not fit into a word, {@link #assess} declines, and
 * {@link NodeGrowth} charges node by node. Source: derived here from the charge of {@link
 * dev.weir.accountant.levels.account.LevelPrice}.
 *
 * <p>Only one thread may use an instance.
 */
final class BaseCellGrowth implements LevelGrowth {

    private final RecordCost cost;
    private final NodeTotals above;

    /** The weights of the measured levels above the base cells. */
    private final long[] weights;

    /** The sum of the weights of the levels whose nodes are base cells. */
    private final long baseWeight;

    private final long allWeights;

    /** The largest sum M of a unit's totals, and the largest move: with the sum W of all weights, 2 M W + M W fits into a word. */
    private final long most;

    private final int[] prices;
    private final long[] low;
    private final long[] high;

    /** For each aggregate the sum of t<sub>c</sub> w<sub>c</sub>. */
    private final long[] weightedTotals;

    /** For each aggregate the sum of t<sub>c</sub>. */
    private final long[] totals;

    private final long[] raw;
    private final long[] moved;

    /** Negative if a total is negative, if one or their sum is above {@link #most}, or if totals of nodes have to be read. */
    private long misfit;

    /** @param aggregates the aggregates of a query, for which {@link #fits} must be true; what is kept of a base cell is one word for each */
    BaseCellGrowth(List<Aggregate> aggregates, Charged charged) {
        this.cost = charged.cost();
        this.above = charged.nodes();
        this.baseWeight = charged.baseWeight(0);
        this.weights = IntStream.range(0, above.size())
                .mapToLong(i -> charged.weights(0).get(above.level(i)))
                .toArray();
        this.allWeights = charged.allWeights(0);
        this.most = Long.MAX_VALUE / 4 / allWeights;
        int count = aggregates.size();
        this.prices = IntStream.range(0, count).map(charged::indexOfSum).toArray();
        this.low = new long[count];
        this.high = new long[count];
        for (int i = 0; i < count; i++) {
            low[i] = ((Scalar) aggregates.get(i)).unitRange().low();
            high[i] = ((Scalar) aggregates.get(i)).unitRange().high();
        }
        this.weightedTotals = new long[count];
        this.totals = new long[count];
        this.raw = new long[count];
        this.moved = new long[count];
    }

    /** Whether the aggregates of a query can be priced in this way. Two of them have other weights only if they have other levels measured, or do not add up. */
    static boolean fits(List<Aggregate> aggregates, Charged charged) {
        return charged.norm() == Norm.SQUARED_L2
                && aggregates.stream().allMatch(aggregate -> aggregate.isNumber() && aggregate.addsUpOverKeys())
                && IntStream.range(0, aggregates.size())
                        .allMatch(i -> charged.weights(i).equals(charged.weights(0)));
    }

    @Override
    public void useBaseCells(int key, long[] words, int first, int cells) {
        Arrays.fill(weightedTotals, 0);
        Arrays.fill(totals, 0);
        misfit = 0;
        int width = 1 + weightedTotals.length;
        for (int at = first; at < first + cells * width; at += width) {
            add(weight(key, (int) (words[at] >>> Integer.SIZE)), words, at + 1);
        }
    }

    /** Declines the next record. */
    @Override
    public void useNodes() {
        misfit = -1;
    }

    /** The sum of the weights of the measured levels at which two base cells are below one node. */
    private long weight(int key, int other) {
        long sum = baseWeight & NodeTotals.mask(key, other);
        for (int i = 0; i < weights.length; i++) {
            sum += weights[i] & NodeTotals.mask(above.node(key, i), above.node(other, i));
        }
        return sum;
    }

    /** Adds the totals of a base cell. A total that is too large sets {@link #misfit} for good, so that sums may overflow. */
    private void add(long weight, long[] words, int at) {
        for (int i = 0; i < weightedTotals.length; i++) {
            long total = clamped(i, words[at + i]);
            totals[i] += total;
            weightedTotals[i] += total * weight;
            misfit |= total | most - total | most - totals[i];
        }
    }

    private long clamped(int i, long total) {
        return Math.max(low[i], Math.min(high[i], total));
    }

    @Override
    public boolean assess(long[] kept, boolean contributed, long[] words, int from) {
        long refused = misfit;
        for (int i = 0; i < moved.length; i++) {
            long before = contributed ? clamped(i, kept[i]) : 0;
            raw[i] = ScalarMove.saturatedSum(kept[i], words[from + i]);
            moved[i] = clamped(i, raw[i]) - before;
            refused |= moved[i] | most - moved[i];
        }
        if (refused < 0) {
            return false;
        }
        for (int i = 0; i < moved.length; i++) {
            cost.addProduct(prices[i], moved[i], 2 * weightedTotals[i] + moved[i] * allWeights);
        }
        return true;
    }

    @Override
    public void keep(long[] kept) {
        System.arraycopy(raw, 0, kept, 0, raw.length);
    }

    @Override
    public void addToBase(long[] sums, int at) {
        AssessedMove.addAll(moved, sums, at);
    }

    @Override
    public void addToNode(int i, long[] sums, int at) {
        addToBase(sums, at);
    }
}
