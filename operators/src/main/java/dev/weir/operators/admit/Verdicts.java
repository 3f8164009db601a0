package dev.weir.operators.admit;

import dev.weir.operators.counters.RecordCounters;
import dev.weir.operators.counters.RecordOutcome;
import dev.weir.operators.counters.Rejection;
import dev.weir.operators.query.Plan;
import dev.weir.operators.time.CellEnds;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.TimeBounds;
import org.jspecify.annotations.Nullable;

/**
 * Decides, once for each record, whether the record is rejected and which queries take it. A verdict is a function of the record, the slots
 * of its own partition, and public configuration.
 *
 * <p>A record whose time is ahead of its slot's time by more than the declared skew is {@link Rejection#FUTURE}. For a query, a record is
 * {@link Rejection#LATE} if the query's window that contains the record ends at or before the slot's time less the delay, or after the end
 * of the last window that the schedule releases. A record that is late for every query is rejected. If the time is a period that the
 * record states, a period ahead of its slot, or with windows before the schedule, is {@link Rejection#PERIOD} instead.
 */
final class Verdicts {

    private final TimeBounds bounds;
    private final CellEnds[] cellEnds;
    private final long[] lastEnds;
    private final boolean[] open;
    private final long from;

    Verdicts(Plan plan, Schedule schedule) {
        this.bounds = plan.timing();
        this.cellEnds = plan.windows().stream().map(CellEnds::new).toArray(CellEnds[]::new);
        this.lastEnds = plan.windows().stream().mapToLong(schedule::lastEnd).toArray();
        this.open = new boolean[cellEnds.length];
        this.from = schedule.from();
    }

    /**
     * Returns why all queries reject a record. Returns null if some query may take the record; {@link #contributions} then decides which
     * queries do.
     *
     * @param slotTime the time of the record's slot by the public clock, epoch milliseconds
     */
    @Nullable Rejection rejection(DecodedRecord decoded, long slotTime) {
        if (decoded.rejection() != null) {
            return decoded.rejection();
        }
        if (decoded.time() > bounds.latest(slotTime)) {
            return decoded.hasPeriod() ? Rejection.PERIOD : Rejection.FUTURE;
        }
        long closedUpTo = bounds.closed(slotTime);
        boolean late = true;
        for (int query = 0; query < cellEnds.length; query++) {
            long end = cellEnds[query].of(decoded.time());
            open[query] = end > closedUpTo && end <= lastEnds[query];
            late &= !open[query];
        }
        return late ? late(decoded) : null;
    }

    /** A stated period before the schedule is a mistake of its sender; a period whose window has closed came late. */
    private Rejection late(DecodedRecord decoded) {
        boolean isBefore = decoded.hasPeriod();
        for (int query = 0; isBefore && query < cellEnds.length; query++) {
            isBefore = cellEnds[query].of(decoded.time()) <= from;
        }
        return isBefore ? Rejection.PERIOD : Rejection.LATE;
    }

    /** Fills {@code record} with the contributions to the queries that take it, and returns whether any query does. */
    boolean contributions(DecodedRecord decoded, RecordCounters counters, AdmittedRecord record) {
        record.start(decoded.unit(), decoded.time());
        for (int query = 0; query < cellEnds.length; query++) {
            RecordOutcome outcome = decoded.outcome(query);
            if (!open[query]) {
                counters.add(query, Rejection.LATE);
            } else if (outcome != null) {
                counters.add(query, outcome);
            } else {
                record.add(query, decoded.key(query), decoded.words(query));
            }
        }
        return record.length() > 0;
    }
}
