package dev.weir.operators.gate;

import dev.weir.accountant.continual.SeriesCost;
import dev.weir.operators.aggregate.move.RecordMove;
import dev.weir.operators.query.BlockLayout;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.query.PricedTotals;
import dev.weir.operators.query.Query;
import org.jspecify.annotations.Nullable;

/**
 * What the records of one unit do to one key of a series of totals, by all aggregates of a query.
 *
 * <p><b>Guarantee.</b> Neighbours: all records of one unit are replaced by empty slots. A record moves the totals of its step as the
 * {@link RecordMove}s of the aggregates say: a number by what the record adds, or, with a per-unit clamp, by how much the unit's
 * clamped total of the series moves; a block by a vector. The unit is charged the growth of its sensitivity to the whole series by
 * moves of those lengths at that step. The charges add up to at least the sensitivity of what the unit has moved, whatever the
 * order of steps, so the account holds the unit's realised loss by the series: {@link SeriesCost}. Steps count from a time before
 * all records where a series is never reset; costs depend on their distances alone.
 *
 * <p>Kept of a unit for each key and series: two words if records must be apart, the earliest and the latest step with a
 * record; what the moves keep, which is the raw total of each aggregate with a per-unit clamp; and the {@link SeriesCost#words} of
 * the cost.
 */
final class SeriesCells {

    private static final int EARLIEST = 0;
    private static final int LATEST = 1;

    private final SeriesCost cost;
    private final long separation;
    private final RecordMove[] moves;
    private final int[] wordAt;
    private final int[] coordinateAt;
    private final int costAt;
    /** How large the moves of the record that was assessed last are. */
    private final long[] lengths;

    /** The step of the record that was assessed last. */
    private long step;

    private SeriesCells(PricedTotals priced) {
        Query query = priced.query();
        BlockLayout layout = query.layout();
        this.cost = priced.series().cost();
        this.separation = query.bounds().series().separation();
        this.moves = new RecordMove[query.aggregates().size()];
        this.wordAt = new int[moves.length];
        this.coordinateAt = new int[moves.length];
        this.lengths = new long[moves.length];
        int next = separation == 0 ? 0 : LATEST + 1;
        for (int i = 0; i < moves.length; i++) {
            wordAt[i] = layout.word(i);
            coordinateAt[i] = layout.coordinate(i);
            moves[i] = query.aggregates().get(i).move(priced.price().norm(), next);
            next += moves[i].kept();
        }
        this.costAt = next;
    }

    /** The rules of a query whose noise belongs to a series; null if every cell has noise of its own. */
    static @Nullable SeriesCells of(PricedQuery priced) {
        return priced instanceof PricedTotals totals ? new SeriesCells(totals) : null;
    }

    /** How many words are kept of a unit for each key and series. */
    int kept() {
        return costAt + cost.words();
    }

    /** What the record that was assessed last would cost. */
    SeriesCost cost() {
        return cost;
    }

    /**
     * Whether a record at step {@code at} is less than the separation after the unit's latest record, or, if it is late, less than
     * that before its earliest. A late record between the two is too close, although it might fit: this keeps two steps and not
     * all.
     */
    boolean isTooClose(long[] kept, long at) {
        return separation > 0
                && kept[LATEST] != 0
                && at < kept[LATEST] + separation
                && at > kept[EARLIEST] - separation;
    }

    /** Assesses a record: see {@link CellRules#assess}. */
    void assess(long[] kept, boolean contributed, long[] words, int from, long at) {
        step = at;
        cost.begin(kept, costAt);
        for (int i = 0; i < moves.length; i++) {
            moves[i].assess(kept, contributed, words, from + wordAt[i]);
            lengths[i] = moves[i].length(cost, i);
            cost.add(i, step, lengths[i]);
        }
    }

    /** The assessed record counts: writes what is kept from now on. */
    void keep(long[] kept) {
        if (separation > 0) {
            kept[EARLIEST] = kept[EARLIEST] == 0 ? step : Math.min(kept[EARLIEST], step);
            kept[LATEST] = Math.max(kept[LATEST], step);
        }
        for (int i = 0; i < moves.length; i++) {
            moves[i].keep(kept);
            cost.keep(i, step, lengths[i]);
        }
    }

    /** The assessed record counts: adds what it moves the totals of its step by. */
    void addTo(long[] totals, int at) {
        for (int i = 0; i < moves.length; i++) {
            moves[i].addTo(totals, at + coordinateAt[i]);
        }
    }
}
