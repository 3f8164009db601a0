package dev.weir.operators.state.restore;

import dev.weir.accountant.journal.chain.DomainEvent.Closing;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.query.Plan;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.Window;
import java.util.stream.IntStream;

/**
 * The cells of a plan's queries that are closed before any record comes: those that end before the schedule begins, those that
 * adoptions have closed, and those before {@link Plan#begin}. It is public, and the same for the gate and for the operators that release.
 *
 * <p><b>Adoptions.</b> An adopted state S is older than what was published after it by the run that lost it. At the
 * first restore after an adoption ({@link #isEndedBy}) the series in S are ended in both operators: the contributions
 * of units in the gate, the open sums, the noise, and the payments of keys. New series begin at 0, in the first cell
 * that is not closed. Choices of clamps that S holds are forgotten. Cells of other windows that are not closed stay, with what
 * the gate keeps of them.
 *
 * <p><b>Guarantee.</b> Neighbours: all records of one privacy unit are replaced by empty slots.
 * <ul>
 *   <li>A unit of a closed period: each of its records falls into a cell that begins before the period's end, and all such cells are
 *       closed. The gate counts none of them, no closed cell is drawn, and nothing that is kept of S holds the unit's records but
 *       its own entry in the gate. So what is released after the adoption is no function of them: the unit has lost what it lost
 *       to earlier runs, at most its share. Without the end of series it would lose more: the noise of a step is drawn anew
 *       after the adoption, and every later step of a series, and every sliding window, holds the unit's contributions and
 *       what correlates them from step to step.
 *   <li>A unit of an open period: what was published before is about closed periods alone, so nothing of the unit is visible.
 *       What S has counted of it is in its account.
 *   <li>A unit without a period loses its share to every life of the pipeline, which the ledger adds up. Within the adopted life
 *       its account holds that loss: an open cell keeps what the gate kept of it, and a new series begins where the gate
 *       remembers no contribution, so the charges are again at least what the unit moves. A step that the adoption's
 *       time falls into belongs to the ended series: its total and what the gate remembers of it go together.
 * </ul>
 * A choice of S may have been drawn anew and published with another value, so no later score refers to it. Several adoptions close
 * what any of them closes, and each ends the series that the one before it has begun.
 *
 * <p>Two adoptions with equal closings are taken to be one. A run in between has published nothing that the ledger knows: its
 * windows would end after the first closing, and the second would close them, too.
 */
public final class ClosedCells {

    private final Schedule schedule;
    private final long[] ends;

    /**
     * The closed cells of a plan's queries under a schedule.
     *
     * @param plan the queries
     * @param schedule the schedule, with everything that adoptions have closed
     */
    public ClosedCells(Plan plan, Schedule schedule) {
        this.schedule = schedule;
        this.ends = IntStream.range(0, plan.queries().size())
                .mapToLong(query -> closedUpTo(plan, query, schedule.closing()))
                .toArray();
    }

    private static long closedUpTo(Plan plan, int query, Closing closing) {
        Window window = plan.windows().get(query);
        long begin = plan.begin(query);
        long before = begin == Long.MIN_VALUE ? begin : window.cellEnd(begin - 1);
        return Math.max(before, closedUpTo(window, plan.unit(), closing));
    }

    private static long closedUpTo(Window window, PrivacyUnit unit, Closing closing) {
        long periods = unit.isPeriodic() && closing.through() != Long.MIN_VALUE
                ? window.cellEnd(unit.periodEnd(closing.through()) - 1)
                : Long.MIN_VALUE;
        return closing.upTo() == Long.MIN_VALUE ? periods : Math.max(periods, window.closedAt(closing.upTo()));
    }

    /** Everything that adoptions have closed. */
    public Closing closing() {
        return schedule.closing();
    }

    /** The start of the schedule, epoch milliseconds: cells of all queries that end at or before it are closed. */
    public long from() {
        return schedule.from();
    }

    /**
     * The end of the last cell of a query that adoptions or its plan have closed, epoch milliseconds;
     * {@link Long#MIN_VALUE} if there is none. A series begins no earlier.
     *
     * @param query the number of the query in the plan
     */
    public long end(int query) {
        return ends[query];
    }

    /**
     * Whether state was written before the latest adoption, because it has applied another closing or none.
     *
     * @param applied the closing that the state has applied
     */
    public boolean isEndedBy(Closing applied) {
        return !applied.equals(schedule.closing());
    }
}
