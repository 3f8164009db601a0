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
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

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
 * integers, nothing is kept of the nodes of a unit with few base cells.
 */
final class LevelCells extends CellRules {

    private final RecordCost cost;
    private final NodeTotals nodes;
    /** The nodes above a base cell, for each measured level above the base cells. */
    private final NodeTotals above;

    /** The first node of each measured level whose nodes are the base cells, among all nodes. */
    private final int[] baseStarts;

    private final LevelMoves[] moves;

    /** The moves, if what a unit has added to nodes follows from its base cells; otherwise none. */
    private final ScalarLevels[] scalars;

    /** For each of some base cells, whether a node is above it: all bits, otherwise 0. */
    private long[] shared = {};

    private final int kept;
    private final int baseCells;

    /**
     * @param aggregates the aggregates of the query
     * @param offsets the offsets of each aggregate's numbers
     * @param query the price of the query
     * @param price the price of records at all levels
     */
    LevelCells(List<Aggregate> aggregates, Offsets offsets, QueryPrice query, LevelPrice price) {
        LevelShape shape = price.plans().get(0).shape();
        int[] measured = IntStream.range(0, shape.levels())
                .filter(level -> price.plans().get(0).isMeasured(level))
                .toArray();
        int[] base = IntStream.of(measured)
                .filter(level -> shape.nodes(level) == shape.cells())
                .toArray();
        this.cost = price.recordCost();
        int ofBlock = new BlockGrowth(cost, 0).words();
        this.kept = aggregates.stream()
                .mapToInt(aggregate -> aggregate.isNumber() ? ScalarLevels.WORDS : ofBlock)
                .sum();
        this.above = new NodeTotals(shape, measured, kept);
        this.nodes = kept > 0 ? above : NodeTotals.NONE;
        boolean follow = kept > 0 && aggregates.stream().allMatch(Aggregate::isNumber);
        this.baseCells = follow ? Math.toIntExact(shape.cells()) : 0;
        this.baseStarts = IntStream.of(base).map(shape::start).toArray();
        this.moves = new LevelMoves[aggregates.size()];
        LevelMoves.Charged charged = new LevelMoves.Charged(price, cost, base, above);
        int keptAt = 0;
        for (int i = 0; i < moves.length; i++) {
            LevelMoves.Place place = new LevelMoves.Place(i, offsets.word(i), offsets.coordinate(i), keptAt);
            moves[i] = move(aggregates.get(i), place, query.norm(), charged);
            keptAt += aggregates.get(i).isNumber() ? ScalarLevels.WORDS : ofBlock;
        }
        this.scalars = follow ? Arrays.copyOf(moves, moves.length, ScalarLevels[].class) : new ScalarLevels[0];
    }

    private static LevelMoves move(Aggregate aggregate, LevelMoves.Place place, Norm norm, LevelMoves.Charged charged) {
        return aggregate.isNumber()
                ? new ScalarLevels(place, (Scalar) aggregate, charged)
                : new BlockLevels(place, ((Block) aggregate).move(norm), charged);
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
    private static long mask(int node, int other) {
        return ((long) (node ^ other) - 1) >> (Long.SIZE - 1);
    }

    @Override
    public void assess(long[] keptWords, boolean contributed, long[] words, int from, long step) {
        cost.clear();
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
        for (LevelMoves move : moves) {
            move.keep(keptWords);
        }
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
    public void addTo(long[] totals, int at) {
        for (LevelMoves move : moves) {
            move.addToBase(totals, at + move.place().coordinateAt());
        }
    }

    @Override
    public void addTo(int sum, long[] totals, int at) {
        for (LevelMoves move : moves) {
            if (sum < baseStarts.length) {
                move.addToBase(totals, at + move.place().coordinateAt());
            } else {
                move.addToNode(
                        sum - baseStarts.length, totals, at + move.place().coordinateAt());
            }
        }
    }
}
