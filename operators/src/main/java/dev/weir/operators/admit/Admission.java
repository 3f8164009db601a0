package dev.weir.operators.admit;

import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.query.Schedule;
import dev.weir.operators.query.TumblingWindow;
import dev.weir.operators.tally.Rejection;
import dev.weir.operators.tally.Tally;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The verdicts on a record, taken once: functions of the record, its own partition's slots and public configuration.
 *
 * <p>A record further ahead of its slot's time than the declared skew is {@link Rejection#FUTURE}. For each query, one
 * whose window ends at or before the slot's time less the delay, or starts after the schedule's end, is
 * {@link Rejection#LATE}; a record that is late for every query is rejected.
 */
final class Admission {

    private final Plan plan;
    private final TumblingWindow[] windows;
    private final long[] lastEnds;
    private final boolean[] open;

    Admission(Plan plan, Schedule schedule) {
        this.plan = plan;
        List<TumblingWindow> all = plan.queries().stream()
                .map(PricedQuery::query)
                .map(query -> query.window())
                .toList();
        this.windows = all.toArray(TumblingWindow[]::new);
        this.lastEnds = all.stream().mapToLong(schedule::lastEnd).toArray();
        this.open = new boolean[windows.length];
    }

    /** Why the slot is rejected by all queries, or nothing; then {@link #offer} says what becomes of it. */
    @Nullable Rejection verdict(Reading reading, long slotTime) {
        if (reading.rejection() != null) {
            return reading.rejection();
        }
        if (reading.time() > plan.timing().latest(slotTime)) {
            return Rejection.FUTURE;
        }
        long closed = plan.timing().closed(slotTime);
        boolean late = true;
        for (int query = 0; query < windows.length; query++) {
            long end = windows[query].endOf(reading.time());
            open[query] = end > closed && end <= lastEnds[query];
            late &= !open[query];
        }
        return late ? Rejection.LATE : null;
    }

    /** What the queries that want the record would add, or nothing if none does; the others are tallied. */
    @Nullable Offer offer(Reading reading, Tally tally) {
        int wanted = 0;
        int amounts = 0;
        for (int query = 0; query < windows.length; query++) {
            if (!open[query]) {
                tally.add(query, Rejection.LATE);
            } else if (reading.fate(query) == Reading.Fate.FILTERED) {
                tally.add(query, Tally.End.WHERE);
            } else if (reading.fate(query) == Reading.Fate.UNDECLARED) {
                tally.add(query, Tally.End.UNDECLARED);
            } else {
                wanted++;
                amounts += reading.amounts(query).length;
            }
        }
        return wanted == 0 ? null : collect(reading, new int[wanted], new long[amounts]);
    }

    private Offer collect(Reading reading, int[] queries, long[] amounts) {
        int[] keys = new int[queries.length];
        int next = 0;
        int at = 0;
        for (int query = 0; query < windows.length; query++) {
            if (open[query] && reading.fate(query) == Reading.Fate.OFFERED) {
                queries[next] = query;
                keys[next++] = reading.key(query);
                long[] added = reading.amounts(query);
                System.arraycopy(added, 0, amounts, at, added.length);
                at += added.length;
            }
        }
        PrivacyUnit unit = plan.unit();
        return new Offer(reading.unit(), unit.period(reading.time()), reading.time(), queries, keys, amounts);
    }
}
