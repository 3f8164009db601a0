package dev.weir.operators.gate.rule;

import dev.weir.accountant.account.UnitAccount;
import dev.weir.accountant.levels.LevelShape;
import dev.weir.accountant.levels.account.LevelPrice;
import dev.weir.accountant.mechanism.RecordCost;
import dev.weir.operators.aggregate.move.ScalarMove;
import dev.weir.operators.aggregate.rule.ScalarRule;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The effect of a unit's records in a query with levels, whose aggregates are single integers.
 *
 * <p><b>Guarantee.</b> Neighbours: all records of one unit are replaced by empty slots. Sensitivity: a record moves one node of every measured level by
 * what it moves its base cell, so a total of the unit's moves is kept for each touched node. Charge: the growth of the square of this total (under Laplace noise: of its absolute value) at each of
 * these nodes, each at the price of its level ({@link LevelPrice}); nothing where it shrinks. The charges of a unit are never below its loss at
 * all nodes. A record is counted by all levels or by none.
 *
 * <p>Distinct units do not add up: a unit moves a node by 1 at its first record below the node, whatever it does in other cells below it. What is kept of
 * a node is then the number of the unit's base cells below it, and its total of the unit is 1 from the first one on. It never falls, so the charges
 * are exactly the loss.
 *
 * <p>State of a unit for each base cell: the raw total of each aggregate, from which the clamped one follows. For each other touched node: the total of
 * each aggregate.
 */
final class LevelCells extends CellRules {

    private final RecordCost cost;
    private final LevelPrice price;
    private final NodeTotals nodes;
    /** The measured levels whose nodes are the base cells, and the first node of each among all nodes. */
    private final int[] baseLevels;

    private final int[] baseStarts;
    private final long[] low;
    private final long[] high;
    private final long[] raw;
    private final long[] moved;
    private final boolean[] addUp;
    private final long[][] movedNodes;

    /**
     * @param rules the rules of the aggregates in base cells
     * @param addUp whether a node's total of each aggregate is the sum of its base cells; else a unit moves it by 1 at most
     * @param price the price of records at all levels
     */
    LevelCells(List<ScalarRule> rules, boolean[] addUp, LevelPrice price) {
        LevelShape shape = price.plans().get(0).shape();
        int[] measured = IntStream.range(0, shape.levels())
                .filter(level -> price.plans().get(0).isMeasured(level))
                .toArray();
        this.cost = price.recordCost();
        this.price = price;
        this.nodes = new NodeTotals(shape, measured, rules.size());
        this.baseLevels = IntStream.of(measured)
                .filter(level -> shape.nodes(level) == shape.cells())
                .toArray();
        this.baseStarts = IntStream.of(baseLevels).map(shape::start).toArray();
        this.low = rules.stream().mapToLong(ScalarRule::low).toArray();
        this.high = rules.stream().mapToLong(ScalarRule::high).toArray();
        this.raw = new long[rules.size()];
        this.moved = new long[rules.size()];
        this.addUp = addUp.clone();
        this.movedNodes = new long[nodes.size()][rules.size()];
    }

    @Override
    public int kept() {
        return raw.length;
    }

    @Override
    public NodeTotals nodes() {
        return nodes;
    }

    @Override
    public void assess(long[] kept, boolean contributed, long[] words, int from, long step) {
        cost.clear();
        for (int i = 0; i < raw.length; i++) {
            long before = contributed ? clamped(i, kept[i]) : 0;
            raw[i] = ScalarMove.saturatedSum(kept[i], words[from + i]);
            long after = clamped(i, raw[i]);
            moved[i] = after - before;
            for (int level : baseLevels) {
                cost.addMove(price.index(i, level), before, after);
            }
            for (int at = 0; at < nodes.size(); at++) {
                long total = nodes.totals(at)[i];
                long less = ofNode(i, total);
                long more = ofNode(i, Math.addExact(total, moved[i]));
                movedNodes[at][i] = more - less;
                cost.addMove(price.index(i, nodes.level(at)), less, more);
            }
        }
    }

    /** What a unit has moved a node by that has added {@code total} to base cells below it. */
    private long ofNode(int i, long total) {
        return addUp[i] ? total : Math.min(1, total);
    }

    private long clamped(int i, long total) {
        return Math.max(low[i], Math.min(high[i], total));
    }

    @Override
    public boolean charge(UnitAccount account, long[] spent, int at) {
        return account.charge(spent, at, cost.high(), cost.low());
    }

    @Override
    public void keep(long[] kept) {
        for (int i = 0; i < raw.length; i++) {
            kept[i] = raw[i];
            for (int at = 0; at < nodes.size(); at++) {
                nodes.totals(at)[i] += moved[i];
            }
        }
    }

    @Override
    public int sums() {
        return baseStarts.length + nodes.size();
    }

    @Override
    public int sum(int key, int i) {
        return i < baseStarts.length ? baseStarts[i] + key : nodes.node(key, i - baseStarts.length);
    }

    @Override
    public void addTo(long[] totals, int at) {
        add(moved, totals, at);
    }

    @Override
    public void addTo(int sum, long[] totals, int at) {
        add(sum < baseStarts.length ? moved : movedNodes[sum - baseStarts.length], totals, at);
    }

    private static void add(long[] moves, long[] totals, int at) {
        for (int i = 0; i < moves.length; i++) {
            totals[at + i] = Math.addExact(totals[at + i], moves[i]);
        }
    }
}
