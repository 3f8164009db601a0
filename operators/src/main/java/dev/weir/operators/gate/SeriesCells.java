package dev.weir.operators.gate;

import dev.weir.accountant.continual.SeriesCost;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.Block;
import dev.weir.operators.aggregate.Scalar;
import dev.weir.operators.aggregate.ScalarRule;
import dev.weir.operators.aggregate.move.RecordMove;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.query.PricedTotals;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the records of one unit do to one key of a series of totals, by all aggregates of a query.
 *
 * <p><b>Guarantee.</b> Neighbours: all records of one unit are replaced by empty slots. A record moves the total of its step by
 * what its aggregate adds, or, with a per-unit clamp, by how much the unit's clamped total of the series moves; the unit is
 * charged the growth of its sensitivity to the whole series by a contribution of that size at that step. The charges add up to
 * at least the sensitivity of what the unit has moved, whatever the order of steps, so the account holds the unit's realised
 * loss by the series: {@link SeriesCost}. A record moves a block by the vector of its {@link RecordMove}, whose length is charged in
 * place of a size. Steps count from a time before all records where a series is never reset; costs
 * depend on their distances alone.
 *
 * <p>Kept of a unit for each key and series: two words if records must be apart, the earliest and the latest step with a
 * record; the raw total of each aggregate with a per-unit clamp; and the {@link SeriesCost#words} of the cost.
 */
final class SeriesCells {

    private static final int NONE = -1;
    private static final int EARLIEST = 0;
    private static final int LATEST = 1;

    private final SeriesCost cost;
    private final long separation;
    private final long[] low;
    private final long[] high;
    /** Where the raw total is kept, or {@link #NONE}. */
    private final int[] keptAt;

    /** What records do to a block; null where an aggregate is a single number. */
    private final @Nullable RecordMove[] moves;

    private final int[] wordAt;
    private final int[] coordinateAt;
    private final int costAt;
    private final long[] raw;
    private final long[] moved;
    /** The size of what a record moves each aggregate by; of a block its length. */
    private final long[] sizes;

    /** The step of the record that was assessed last. */
    private long step;

    private SeriesCells(PricedTotals priced) {
        List<Aggregate> aggregates = priced.query().aggregates();
        this.cost = priced.series().cost();
        this.separation = priced.query().bounds().series().separation();
        this.low = new long[aggregates.size()];
        this.high = new long[aggregates.size()];
        this.keptAt = new int[aggregates.size()];
        this.moves = new RecordMove[aggregates.size()];
        this.wordAt = new int[aggregates.size()];
        this.coordinateAt = new int[aggregates.size()];
        this.raw = new long[aggregates.size()];
        this.moved = new long[aggregates.size()];
        this.sizes = new long[aggregates.size()];
        int next = separation == 0 ? 0 : LATEST + 1;
        for (int i = 0; i < keptAt.length; i++) {
            wordAt[i] = priced.query().layout().word(i);
            coordinateAt[i] = priced.query().layout().coordinate(i);
            keptAt[i] = NONE;
            if (aggregates.get(i) instanceof Scalar scalar) {
                low[i] = scalar.unitRange().low();
                high[i] = scalar.unitRange().high();
                keptAt[i] = scalar.isClampedPerUnit() ? next++ : NONE;
            } else {
                moves[i] = ((Block) aggregates.get(i)).move(priced.price().norm());
            }
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
    boolean isTooClose(long[] keptWords, long at) {
        return separation > 0
                && keptWords[LATEST] != 0
                && at < keptWords[LATEST] + separation
                && at > keptWords[EARLIEST] - separation;
    }

    /** Assesses a record: see {@link CellRules#assess}. */
    void assess(long[] keptWords, boolean contributed, long[] recordWords, int from, long at) {
        step = at;
        cost.begin(keptWords, costAt);
        for (int i = 0; i < keptAt.length; i++) {
            RecordMove move = moves[i];
            if (move == null) {
                long added = recordWords[from + wordAt[i]];
                moved[i] = keptAt[i] == NONE ? added : clampedMove(i, keptWords[keptAt[i]], contributed, added);
                sizes[i] = Math.abs(moved[i]);
            } else {
                move.assess(recordWords, from + wordAt[i]);
                sizes[i] = cost.length(i, move.sizeHigh(), move.sizeLow());
            }
            cost.add(i, step, sizes[i]);
        }
    }

    private long clampedMove(int i, long known, boolean contributed, long added) {
        raw[i] = ScalarRule.saturatedSum(known, added);
        return clamped(i, raw[i]) - (contributed ? clamped(i, known) : 0);
    }

    private long clamped(int i, long total) {
        return Math.max(low[i], Math.min(high[i], total));
    }

    /** The assessed record counts: writes what is kept from now on. */
    void keep(long[] keptWords) {
        if (separation > 0) {
            keptWords[EARLIEST] = keptWords[EARLIEST] == 0 ? step : Math.min(keptWords[EARLIEST], step);
            keptWords[LATEST] = Math.max(keptWords[LATEST], step);
        }
        for (int i = 0; i < keptAt.length; i++) {
            if (keptAt[i] != NONE) {
                keptWords[keptAt[i]] = raw[i];
            }
            cost.keep(i, step, sizes[i]);
        }
    }

    /** The assessed record counts: adds what it moves the total of its step by. */
    void addTo(long[] totals, int at) {
        for (int i = 0; i < moved.length; i++) {
            RecordMove move = moves[i];
            int to = at + coordinateAt[i];
            if (move == null) {
                totals[to] = Math.addExact(totals[to], moved[i]);
            } else {
                move.addTo(totals, to);
            }
        }
    }
}
