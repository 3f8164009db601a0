package dev.weir.operators.state.restore;

import dev.weir.accountant.journal.chain.DomainEvent.Closing;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.query.Plan;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.Window;
import java.util.stream.IntStream;

/**
 * The cells of a plan's queries that are closed before any record arrives: cells that end at or before the start of the
 * schedule, cells that adoptions have closed, and cells before {@link Plan#begin}. This set is public, and the same for
 * the gate and for the release operator.
 *
 * <p><b>Adoptions.</b> An adoption lets a job resume from a state S that is older than the ledger. After S was written,
 * runs may have published more. At the first restore after an adoption ({@link #isEndedBy}) both operators end the
 * series in S: they drop the contributions of units in the gate, the open sums, the noise, and the payments of keys.
 * New series begin at 0, in the first cell that is not closed. Choices of clamps in S are forgotten. Open cells of
 * tumbling windows are kept, with the gate's state of them.
 *
 * <p><b>Guarantee.</b> Neighbours: all records of one privacy unit are replaced by empty slots.
 * <ul>
 *   <li>A unit of a closed period: each of its records falls into a cell that begins before the period's end, and all
 *       such cells are closed. The gate counts none of these records, no closed cell is drawn, and the only part of S
 *       that is kept and depends on the unit's records is the unit's own entry in the gate. So the releases after the
 *       adoption do not depend on these records. The unit has lost only what it lost to earlier runs, at most its
 *       share. If the series were not ended, the unit would lose more: the noise of a step would be drawn again after
 *       the adoption, and every later step of a running total, and every sliding window, would contain the unit's
 *       contributions with correlated noise.
 *   <li>A unit of an open period: everything that was published before is about closed periods only, so nothing about
 *       the unit is visible. The unit's account has been charged for every contribution of the unit that S contains.
 *   <li>A unit without a period loses at most its share before the first adoption and at most its share after each
 *       adoption. The ledger adds these losses. After an adoption the unit's account bounds the loss: an open cell
 *       keeps the gate's state of it, and a new series begins without any contribution in the gate's state, so the
 *       charges are again at least what the unit's contributions cost. The step that contains the time of the adoption
 *       belongs to the ended series: its total and the gate's state of it are dropped together.
 * </ul> A choice in S may have been drawn again and published with another value, so later scores do not refer to it.
 * Several adoptions close the union of the cells that each of them closes. Each adoption ends the series that began
 * after the adoption before it.
 *
 * <p>Two adoptions with equal closings count as one. If a run between them had published anything, the second adoption
 * would have closed its windows as well, and its closing would differ from the first one's.
 */
public final class ClosedCells {

    private final Schedule schedule;
    private final long[] ends;

    /**
     * Determines the closed cells of a plan's queries under a schedule.
     *
     * @param plan the queries
     * @param schedule the schedule, which contains the closing of all adoptions
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

    /** The closing of all adoptions together. */
    public Closing closing() {
        return schedule.closing();
    }

    /** The start of the schedule, epoch milliseconds. Cells of all queries that end at or before it are closed. */
    public long from() {
        return schedule.from();
    }

    /** The end of the schedule, epoch milliseconds; {@link Long#MAX_VALUE} if it has none. */
    public long until() {
        return schedule.until();
    }

    /**
     * The end of the last cell of a query that adoptions or its plan have closed, epoch milliseconds; {@link
     * Long#MIN_VALUE} if neither has closed a cell. No series begins earlier than this time.
     *
     * @param query the number of the query in the plan
     */
    public long end(int query) {
        return ends[query];
    }

    /**
     * Whether the latest adoption must end the series of a state. It must if the state was written before that
     * adoption, and therefore has applied another closing or none.
     *
     * @param applied the closing that the state has applied
     */
    public boolean isEndedBy(Closing applied) {
        return !applied.equals(schedule.closing());
    }
}
