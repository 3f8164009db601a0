package dev.weir.operators.gate.rule;

import dev.weir.accountant.account.UnitAccount;
import dev.weir.accountant.levels.LevelShape;
import dev.weir.accountant.levels.series.LevelSeries;
import dev.weir.accountant.levels.series.LevelSeriesCost;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.move.RecordMove;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The effect of a unit's records in a query of running totals or sliding windows with levels, whose aggregates all add up over keys, or none of which does.
 *
 * <p><b>Guarantee.</b> Neighbours: all records of one unit are replaced by empty slots. Sensitivity: a record moves one node of every measured level by
 * what it moves its base cell, at its step of the series. Charge: at each of these nodes the growth of a bound of its squared size over the whole series,
 * at the price of its level ({@link LevelSeriesCost}); the charges of a unit add up to at least its loss at all nodes and steps. A record is counted by all
 * levels or by none. Bounds and distances of steps are those of base cells alone.
 *
 * <p>State of a unit for each base cell and series: first, if a separation is required, two words for the earliest and the latest step with a record; then
 * the raw totals of the aggregates with a per-unit clamp; last the {@link LevelSeriesCost#words} of the cost. Under Gaussian noise, and for distinct
 * units, for each other touched node: one number for each aggregate.
 *
 * <p>Distinct units: a unit moves a node by 1 at the step of its first record below it in the series, whichever of its base cells that is in. What is kept of
 * the node is above 0 from then on, and no further record moves it or is charged there.
 */
final class LevelSeriesCells extends CellRules {

    private static final int EARLIEST = 0;
    private static final int LATEST = 1;

    private final LevelSeriesCost cost;
    private final long separation;
    private final RecordMove[] moves;
    private final int[] wordAt;
    private final int[] coordinateAt;
    private final int costAt;
    private final NodeTotals nodes;
    /** The nodes above a base cell, for each measured level above the base cells. */
    private final NodeTotals above;

    private final int[] baseStarts;
    /** The lengths of the moves of the last assessed record. */
    private final long[] lengths;

    /** Whether the number of a node is the sum of those of its base cells; else a unit moves a node once. */
    private final boolean addsUp;

    /** For each measured level above the base cells and each aggregate, whether the last assessed record moves the node. */
    private final boolean[][] movesNode;

    private long step;

    LevelSeriesCells(List<Aggregate> aggregates, Offsets offsets, LevelSeries series, long separation) {
        this.separation = separation;
        this.cost = series.cost();
        this.moves = new RecordMove[aggregates.size()];
        this.wordAt = new int[moves.length];
        this.coordinateAt = new int[moves.length];
        this.lengths = new long[moves.length];
        Norm norm = Norm.of(series.account().share().currency());
        int next = separation == 0 ? 0 : LATEST + 1;
        for (int i = 0; i < moves.length; i++) {
            wordAt[i] = offsets.word(i);
            coordinateAt[i] = offsets.coordinate(i);
            moves[i] = aggregates.get(i).move(norm, next);
            next += moves[i].kept();
        }
        this.costAt = next;
        LevelShape shape = series.shape();
        int[] measured =
                IntStream.range(0, shape.levels()).filter(series::isMeasured).toArray();
        this.above = new NodeTotals(shape, measured, kept());
        this.addsUp = aggregates.get(0).addsUpOverKeys();
        this.nodes = cost.keepsNodes() || !addsUp ? above : NodeTotals.NONE;
        this.movesNode = new boolean[above.size()][moves.length];
        this.baseStarts = IntStream.of(measured)
                .filter(level -> shape.nodes(level) == shape.cells())
                .map(shape::start)
                .toArray();
    }

    @Override
    public int kept() {
        return costAt + cost.words();
    }

    @Override
    public NodeTotals nodes() {
        return nodes;
    }

    /** Whether a record at step {@code at} is too close to the unit's latest or earliest record under its base cell, as without levels. */
    @Override
    public boolean isTooClose(long[] kept, long at) {
        return kept[LATEST] != 0 && at < kept[LATEST] + separation && at > kept[EARLIEST] - separation;
    }

    @Override
    public void assess(long[] kept, boolean contributed, long[] words, int from, long at) {
        step = at;
        cost.begin(kept, costAt, nodes.all());
        for (int i = 0; i < moves.length; i++) {
            moves[i].assess(kept, contributed, words, from + wordAt[i]);
            lengths[i] = moves[i].length(cost.ofCells(), i);
            cost.add(i, step, lengths[i]);
            for (int node = 0; node < movesNode.length; node++) {
                movesNode[node][i] = addsUp || above.totals(node)[i] == 0;
            }
        }
    }

    @Override
    public boolean charge(UnitAccount account, long[] spent, int at) {
        return account.charge(spent, at, cost.high(), cost.low());
    }

    @Override
    public void keep(long[] kept) {
        if (separation > 0) {
            kept[EARLIEST] = kept[EARLIEST] == 0 ? step : Math.min(kept[EARLIEST], step);
            kept[LATEST] = Math.max(kept[LATEST], step);
        }
        for (int i = 0; i < moves.length; i++) {
            moves[i].keep(kept);
            cost.keep(i, step, lengths[i]);
            if (!addsUp && lengths[i] > 0) {
                touch(i);
            }
        }
    }

    /** Keeps that a unit has moved the nodes above its base cell. What a node has been charged for is above 0 as well. */
    private void touch(int aggregate) {
        for (int at = 0; at < above.size(); at++) {
            above.totals(at)[aggregate] = Math.max(1, above.totals(at)[aggregate]);
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
        for (int i = 0; i < moves.length; i++) {
            moves[i].addTo(totals, at + coordinateAt[i]);
        }
    }

    @Override
    public void addTo(int sum, long[] totals, int at) {
        for (int i = 0; i < moves.length; i++) {
            if (sum < baseStarts.length || movesNode[sum - baseStarts.length][i]) {
                moves[i].addTo(totals, at + coordinateAt[i]);
            }
        }
    }
}
