package dev.weir.operators.gate.rule;

import dev.weir.accountant.account.UnitAccount;
import dev.weir.accountant.levels.LevelShape;
import dev.weir.accountant.levels.account.LevelPrice;
import dev.weir.accountant.mechanism.BlockGrowth;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.mechanism.QueryPrice;
import dev.weir.accountant.mechanism.RecordCost;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.Block;
import dev.weir.operators.aggregate.Scalar;
import dev.weir.operators.state.PagedEntries;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The effect of a unit's records in a query with levels.
 *
 * <p><b>Guarantee.</b> Neighbours: all records of one unit are replaced by empty slots. Sensitivity: a record moves one node of every measured level by
 * what it moves its base cell, so a total of the unit's moves is kept for each touched node. Charge: the growth of the square of this total
 * (under Laplace noise: of its absolute value) at each of these nodes, each at the price of its level ({@link LevelPrice}); nothing where it shrinks. Blocks are charged the growth of {@link BlockGrowth} at each
 * of these nodes, which is never below that of the size of the unit's vector there. The charges of a unit are never below its loss at
 * all nodes. A record is counted by all levels or by none.
 *
 * <p>State of a unit for each base cell and for each other touched node: one word for each single integer; for each block as many as without levels. Where all aggregates are single
 * integers, nothing is kept of the nodes of a unit with few base cells. Under Laplace noise nothing is kept at all, unless a single integer may fall.
 */
final class LevelCells extends CellRules {

    private final LevelShape shape;
    private final RecordCost cost;
    private final NodeTotals nodes;
    /** The nodes above a base cell, for each measured level above the base cells. */
    private final NodeTotals above;

    /** The first node of each measured level whose nodes are the base cells, among all nodes. */
    private final int[] baseStarts;

    /** Whether the sums of nodes follow from those of the base cells, so that a record moves only the sum of its base cell. */
    private final boolean addsUp;

    private final LevelMoves[] moves;

    /** The moves, if what a unit has added to nodes follows from its base cells; otherwise none. */
    private final ScalarLevels[] scalars;

    /** Prices records of units with few base cells, if the aggregates allow. */
    private final @Nullable BaseCellGrowth growth;

    /** For each of some base cells, whether a node is above it: all bits, otherwise 0. */
    private long[] shared = {};

    private final int kept;
    private final int baseCells;

    /** The last parameters of {@link #follow}. */
    private int key;

    private long[] bases = {};
    private int firstBase;
    private int cells = -1;

    /** Whether {@link #growth} has assessed the last record. */
    private boolean isJoint;

    /**
     * @param aggregates the aggregates of the query
     * @param offsets the offsets of each aggregate's numbers
     * @param query the price of the query
     * @param price the price of records at all levels
     */
    LevelCells(List<Aggregate> aggregates, Offsets offsets, QueryPrice query, LevelPrice price) {
        this.shape = price.plans().get(0).shape();
        int[] measured = IntStream.range(0, shape.levels())
                .filter(level -> price.plans().get(0).isMeasured(level))
                .toArray();
        int[] base = IntStream.of(measured)
                .filter(level -> shape.nodes(level) == shape.cells())
                .toArray();
        this.cost = price.recordCost();
        int ofBlock = new BlockGrowth(cost, 0).words();
        int ofNumber = remembers(aggregates, query.norm()) ? ScalarLevels.WORDS : GrowingLevels.WORDS;
        this.kept = aggregates.stream()
                .mapToInt(aggregate -> aggregate.isNumber() ? ofNumber : ofBlock)
                .sum();
        this.above = new NodeTotals(shape, measured, kept);
        this.nodes = kept > 0 ? above : NodeTotals.NONE;
        boolean follow = kept > 0 && aggregates.stream().allMatch(Aggregate::isNumber);
        this.baseCells = follow ? Math.toIntExact(shape.cells()) : 0;
        this.baseStarts = IntStream.of(base).map(shape::start).toArray();
        this.addsUp = base.length > 0 && aggregates.stream().allMatch(Aggregate::addsUpOverKeys);
        this.moves = new LevelMoves[aggregates.size()];
        LevelMoves.Charged charged = new LevelMoves.Charged(price, cost, base, above);
        int keptAt = 0;
        for (int i = 0; i < moves.length; i++) {
            LevelMoves.Place place = new LevelMoves.Place(i, offsets.word(i), offsets.coordinate(i), keptAt);
            moves[i] = move(aggregates.get(i), place, query.norm(), charged);
            keptAt += aggregates.get(i).isNumber() ? ofNumber : ofBlock;
        }
        this.scalars = follow ? Arrays.copyOf(moves, moves.length, ScalarLevels[].class) : new ScalarLevels[0];
        this.growth =
                follow && BaseCellGrowth.fits(aggregates, charged) ? new BaseCellGrowth(aggregates, charged) : null;
    }

    /** Whether the charge for some aggregate depends on what the unit has added before. */
    private static boolean remembers(List<Aggregate> aggregates, Norm norm) {
        return aggregates.stream()
                .anyMatch(aggregate ->
                        norm == Norm.SQUARED_L2 || (aggregate instanceof Scalar scalar && scalar.remembers(norm)));
    }

    private LevelMoves move(Aggregate aggregate, LevelMoves.Place place, Norm norm, LevelMoves.Charged charged) {
        if (!aggregate.isNumber()) {
            return new BlockLevels(place, ((Block) aggregate).move(norm), charged);
        }
        return kept > 0
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
        int width = 1 + kept;
        shared = shared.length < cells ? new long[cells] : shared;
        for (int i = 0; i < nodes.size(); i++) {
            int node = nodes.node(key, i);
            for (int cell = 0; cell < cells; cell++) {
                int other = (int) (words[first + cell * width] >>> Integer.SIZE);
                shared[cell] = mask(node, nodes.node(other, i));
            }
            for (ScalarLevels scalar : scalars) {
                scalar.addBases(i, shared, words, first, cells);
            }
        }
    }

    /** All bits if two nodes are one and the same, otherwise 0. A processor cannot predict which it is, so a branch would take longer. */
    static long mask(int node, int other) {
        return ((long) (node ^ other) - 1) >> (Long.SIZE - 1);
    }

    @Override
    public void follow(int baseCell, long[] words, int first, int count) {
        key = baseCell;
        bases = words;
        firstBase = first;
        cells = count;
        if (growth != null && count >= 0) {
            growth.follow(baseCell, words, first, count);
        }
    }

    @Override
    public void assess(long[] keptWords, boolean contributed, long[] words, int from, long step) {
        cost.clear();
        isJoint = growth != null && cells >= 0 && growth.assess(keptWords, contributed, words, from);
        if (isJoint) {
            return;
        }
        if (cells >= 0) {
            nodes.clear();
            addToNodes(key, bases, firstBase, cells);
        }
        for (LevelMoves move : moves) {
            move.assess(keptWords, contributed, words, from + move.place().wordAt());
        }
    }

    @Override
    public boolean charge(UnitAccount account, long[] spent, int at) {
        return account.charge(spent, at, cost.high(), cost.low());
    }

    @Override
    public void keep(long[] keptWords) {
        if (growth != null && isJoint) {
            growth.keep(keptWords);
            return;
        }
        for (LevelMoves move : moves) {
            move.keep(keptWords);
        }
    }

    @Override
    public int sums() {
        return addsUp ? 1 : baseStarts.length + above.size();
    }

    @Override
    public int sum(int key, int i) {
        return i < baseStarts.length ? baseStarts[i] + key : above.node(key, i - baseStarts.length);
    }

    @Override
    public void addUp(PagedEntries sums) {
        for (int cell = 0; addsUp && cell < shape.cells(); cell++) {
            long[] base = sums.find(baseStarts[0] + cell);
            if (base != null) {
                addUp(sums, cell, base);
            }
        }
    }

    /** Adds the sum of a base cell to those of the other nodes above it. */
    private void addUp(PagedEntries sums, int cell, long[] base) {
        int from = sums.at(baseStarts[0] + cell);
        for (int i = 1; i < baseStarts.length + above.size(); i++) {
            int node = sum(cell, i);
            long[] words = sums.touch(node);
            int at = sums.at(node);
            for (int word = 0; word < sums.width(); word++) {
                words[at + word] = Math.addExact(words[at + word], base[from + word]);
            }
        }
    }

    @Override
    public void addTo(long[] totals, int at) {
        if (growth != null && isJoint) {
            growth.addTo(totals, at);
            return;
        }
        for (LevelMoves move : moves) {
            move.addToBase(totals, at + move.place().coordinateAt());
        }
    }

    @Override
    public void addTo(int sum, long[] totals, int at) {
        if (isJoint || sum < baseStarts.length) {
            addTo(totals, at);
            return;
        }
        for (LevelMoves move : moves) {
            move.addToNode(sum - baseStarts.length, totals, at + move.place().coordinateAt());
        }
    }
}
