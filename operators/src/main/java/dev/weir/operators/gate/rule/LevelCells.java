package dev.weir.operators.gate.rule;

import dev.weir.accountant.account.UnitAccount;
import dev.weir.accountant.levels.LevelShape;
import dev.weir.accountant.levels.account.LevelPrice;
import dev.weir.accountant.levels.plan.LevelPlan;
import dev.weir.accountant.mechanism.BlockGrowth;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.mechanism.QueryPrice;
import dev.weir.accountant.mechanism.RecordCost;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.Block;
import dev.weir.operators.aggregate.Scalar;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The effect of a unit's records in a query with levels.
 *
 * <p><b>Guarantee.</b> Neighbours: all records of one unit are replaced by empty slots. Sensitivity: a record moves one node of every measured level by
 * what it moves its base cell, so a total of the unit's moves is known for each touched node. Charge: the growth of the square of this total
 * (under Laplace noise: of its absolute value) at each of these nodes, each at the price of its level ({@link LevelPrice}); nothing where it shrinks. Blocks are charged the growth of {@link BlockGrowth} at each
 * of these nodes, which is never below that of the size of the unit's vector there. The charges of a unit are never below its loss at
 * all nodes. A record is counted by all levels or by none.
 *
 * <p>State of a unit for each base cell and for each other touched node: one word for each single integer; for each block as many as without levels. Where all aggregates are single
 * integers, nothing is kept of the nodes of a unit with few base cells. Under Laplace noise nothing is kept at all if no single integer {@link Scalar#remembers}.
 */
final class LevelCells extends CellRules {

    private final LevelShape shape;
    private final RecordCost cost;
    private final NodeTotals nodes;
    /** The nodes above a base cell, for each measured level above the base cells. */
    private final NodeTotals above;

    /** The first node of each measured level whose nodes are the base cells, among all nodes. */
    private final int[] baseStarts;

    /**
     * Whether the sums of nodes follow from those of the base cells, so that a record moves only the sum of its base cell. Blocks may have many numbers, of which a record moves few, so their nodes are
     * moved record by record.
     */
    private final boolean addsUp;

    private final NodeGrowth nodeByNode;

    /** The ways to price a record, in the order in which they are tried. The last one fits every record. */
    private final LevelGrowth[] ways;

    private final int kept;
    private final int baseCells;

    /** The way by which the last record that was charged its price was assessed. */
    private LevelGrowth lastWay;

    /** How the first records of a unit in a window can be charged; null if they cannot. */
    private final @Nullable UnsettledPrice unsettled;

    /** What the last record moves. */
    private AssessedMove assessed;

    /**
     * @param aggregates the aggregates of the query
     * @param offsets the offsets of each aggregate's numbers
     * @param query the price of the query
     * @param price the price of records at all levels
     */
    LevelCells(List<Aggregate> aggregates, Offsets offsets, QueryPrice query, LevelPrice price) {
        this.shape = price.plans().get(0).shape();
        int[] measured = measured(price.plans().get(0));
        int[] base = IntStream.of(measured)
                .filter(level -> shape.nodes(level) == shape.cells())
                .toArray();
        this.cost = price.recordCost();
        Words words = Words.of(aggregates, query.norm(), cost);
        this.kept = aggregates.stream().mapToInt(words::of).sum();
        this.above = new NodeTotals(shape, measured, kept);
        this.nodes = kept > 0 ? above : NodeTotals.NONE;
        this.baseStarts = IntStream.of(base).map(shape::start).toArray();
        this.addsUp = base.length > 0
                && aggregates.stream().allMatch(aggregate -> aggregate.isNumber() && aggregate.addsUpOverKeys());
        LevelMoves[] moves = new LevelMoves[aggregates.size()];
        LevelMoves.Charged charged = new LevelMoves.Charged(price, cost, base, above);
        int keptAt = 0;
        for (int i = 0; i < moves.length; i++) {
            LevelMoves.Place place = new LevelMoves.Place(i, offsets.word(i), offsets.coordinate(i), keptAt);
            moves[i] = move(aggregates.get(i), place, words, charged);
            keptAt += words.of(aggregates.get(i));
        }
        this.nodeByNode = new NodeGrowth(moves, above, kept);
        this.baseCells = nodeByNode.follows() ? Math.toIntExact(shape.cells()) : 0;
        this.ways = ways(aggregates, charged);
        this.unsettled = nodeByNode.follows() ? UnsettledPrice.of(aggregates, charged) : null;
        this.lastWay = nodeByNode;
        this.assessed = nodeByNode;
    }

    private LevelGrowth[] ways(List<Aggregate> aggregates, LevelMoves.Charged charged) {
        return nodeByNode.follows() && BaseCellGrowth.fits(aggregates, charged)
                ? new LevelGrowth[] {new BaseCellGrowth(aggregates, charged), nodeByNode}
                : new LevelGrowth[] {nodeByNode};
    }

    private static int[] measured(LevelPlan plan) {
        return IntStream.range(0, plan.shape().levels())
                .filter(plan::isMeasured)
                .toArray();
    }

    /** How many words are kept of a base cell and of a node, for a single integer and for a block. */
    private record Words(int ofNumber, int ofBlock) {

        static Words of(List<Aggregate> aggregates, Norm norm, RecordCost cost) {
            boolean remembers = aggregates.stream()
                    .anyMatch(aggregate -> aggregate.isNumber() && ((Scalar) aggregate).remembers(norm));
            return new Words(remembers ? ScalarLevels.WORDS : 0, new BlockGrowth(cost, 0).words());
        }

        int of(Aggregate aggregate) {
            return aggregate.isNumber() ? ofNumber : ofBlock;
        }
    }

    private static LevelMoves move(
            Aggregate aggregate, LevelMoves.Place place, Words words, LevelMoves.Charged charged) {
        if (!aggregate.isNumber()) {
            return new BlockLevels(place, ((Block) aggregate).move(charged.norm()), charged);
        }
        return words.ofNumber > 0
                ? new ScalarLevels(place, (Scalar) aggregate, charged)
                : new GrowingLevels(place, (Scalar) aggregate, charged);
    }

    @Override
    public int kept() {
        return kept;
    }

    @Override
    public NodeTotals nodes() {
        return nodes;
    }

    @Override
    public int baseCells() {
        return baseCells;
    }

    @Override
    public void addToNodes(int key, long[] words, int first, int cells) {
        nodeByNode.addToNodes(key, words, first, cells);
    }

    @Override
    public void useBaseCells(int key, long[] words, int first, int cells) {
        for (LevelGrowth way : ways) {
            way.useBaseCells(key, words, first, cells);
        }
    }

    @Override
    public void useNodes() {
        for (LevelGrowth way : ways) {
            way.useNodes();
        }
    }

    @Override
    public void assess(long[] keptWords, boolean contributed, long[] words, int from, long step) {
        cost.clear();
        int tried = 0;
        while (!ways[tried].assess(keptWords, contributed, words, from)) {
            tried++;
        }
        lastWay = ways[tried];
        assessed = lastWay;
    }

    @Override
    public @Nullable UnsettledPrice unsettled() {
        return unsettled;
    }

    @Override
    public boolean assessUnsettled(@Nullable UnsettledRecords records, int unit, long[] words, int from) {
        if (unsettled == null || !unsettled.assess(records, unit, words, from)) {
            return false;
        }
        assessed = unsettled;
        return true;
    }

    @Override
    public boolean charge(UnitAccount account, long[] spent, int at) {
        return account.charge(spent, at, cost.high(), cost.low());
    }

    @Override
    public void keep(long[] keptWords) {
        lastWay.keep(keptWords);
    }

    @Override
    public int sums() {
        return baseStarts.length + above.size();
    }

    @Override
    public int sum(int key, int i) {
        return i < baseStarts.length ? baseStarts[i] + key : above.node(key, i - baseStarts.length);
    }

    @Override
    public int summedCells() {
        return addsUp ? Math.toIntExact(shape.cells()) : 0;
    }

    @Override
    public void addTo(long[] totals, int at) {
        assessed.addToBase(totals, at);
    }

    @Override
    public void addTo(int sum, long[] totals, int at) {
        if (sum < baseStarts.length) {
            assessed.addToBase(totals, at);
        } else {
            assessed.addToNode(sum - baseStarts.length, totals, at);
        }
    }
}
