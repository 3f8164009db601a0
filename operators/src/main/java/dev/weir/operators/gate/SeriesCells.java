package dev.weir.operators.gate;

import dev.weir.accountant.continual.SeriesCost;
import dev.weir.operators.aggregate.Scalar;
import dev.weir.operators.aggregate.ScalarRule;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.query.PricedTotals;
import dev.weir.operators.time.CellEnds;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the records of one unit do to one key of a series of totals, by all aggregates of a query.
 *
 * <p><b>Guarantee.</b> Neighbours: all records of one unit are replaced by empty slots. A record moves the total of its step by
 * what its aggregate adds, or, with a per-unit clamp, by how much the unit's clamped total of the series moves; the unit is
 * charged the growth of its sensitivity to the whole series by a contribution of that size at that step. The charges add up to
 * at least the sensitivity of what the unit has moved, whatever the order of steps, so the account holds the unit's realised
 * loss by the series: {@link SeriesCost}. Steps count from a time before all records where a series is never reset; costs
 * depend on their distances alone.
 *
 * <p>Kept of a unit for each key and series: two words if records must be apart, the earliest and the latest step with a
 * record; the raw total of each aggregate with a per-unit clamp; and the {@link SeriesCost#words} of the cost.
 */
final class SeriesCells {

    private static final int NONE = -1;
    private static final int EARLIEST = 0;
    private static final int LATEST = 1;

    private final CellEnds ends;
    private final SeriesCost cost;
    private final long separation;
    private final long[] low;
    private final long[] high;
    /** Where the raw total is kept, or {@link #NONE}. */
    private final int[] keptAt;

    private final int costAt;
    private final long[] raw;
    private final long[] moved;
    private long step;

    private SeriesCells(PricedTotals priced, CellEnds ends) {
        List<Scalar> scalars =
                priced.query().aggregates().stream().map(Scalar.class::cast).toList();
        this.ends = ends;
        this.cost = priced.series().cost();
        this.separation = priced.query().bounds().series().separation();
        this.low =
                scalars.stream().mapToLong(scalar -> scalar.unitRange().low()).toArray();
        this.high =
                scalars.stream().mapToLong(scalar -> scalar.unitRange().high()).toArray();
        this.keptAt = new int[low.length];
        this.raw = new long[low.length];
        this.moved = new long[low.length];
        int next = separation == 0 ? 0 : LATEST + 1;
        for (int i = 0; i < keptAt.length; i++) {
            keptAt[i] = scalars.get(i).isClampedPerUnit() ? next++ : NONE;
        }
        this.costAt = next;
    }

    /** The rules of a query whose noise belongs to a series; null if every cell has noise of its own. */
    static @Nullable SeriesCells of(PricedQuery priced, CellEnds ends) {
        return priced instanceof PricedTotals totals ? new SeriesCells(totals, ends) : null;
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
     * Whether a record at the step where {@link CellEnds} stands is less than the separation after the unit's latest record,
     * or, if it is late, less than that before its earliest. A late record between the two is too close, although it might
     * fit: this keeps two steps and not all.
     */
    boolean isTooClose(long[] keptWords) {
        long at = ends.number();
        return separation > 0
                && keptWords[LATEST] != 0
                && at < keptWords[LATEST] + separation
                && at > keptWords[EARLIEST] - separation;
    }

    /** Assesses a record at the step where {@link CellEnds} stands: see {@link CellRules#assess}. */
    void assess(long[] keptWords, boolean contributed, long[] recordWords, int from) {
        step = ends.number();
        cost.begin(keptWords, costAt);
        for (int i = 0; i < keptAt.length; i++) {
            moved[i] = keptAt[i] == NONE
                    ? recordWords[from + i]
                    : clampedMove(i, keptWords[keptAt[i]], contributed, recordWords[from + i]);
            cost.add(i, step, Math.abs(moved[i]));
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
            cost.keep(i, step, Math.abs(moved[i]));
        }
    }

    /** The assessed record counts: adds what it moves the total of its step by. */
    void addTo(long[] totals, int at) {
        for (int i = 0; i < moved.length; i++) {
            totals[at + i] = Math.addExact(totals[at + i], moved[i]);
        }
    }
}
