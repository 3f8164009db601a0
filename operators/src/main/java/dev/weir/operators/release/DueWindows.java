package dev.weir.operators.release;

import dev.weir.operators.query.Plan;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.Window;
import dev.weir.operators.time.WindowCloser;
import java.util.List;

/**
 * The windows that a watermark has closed and whose rows have not been drawn yet, in the order of their ends. After an
 * outage there are many of them, so they are closed one by one.
 *
 * <p>The tables keep the time up to which windows have been closed: each window is closed in all tables of a subtask at
 * once, and a table that comes from a subtask that was further on takes part only in the windows that it has not
 * closed.
 */
final class DueWindows {

    private final List<Window> windows;
    private final Schedule schedule;
    private final List<ReleaseTable> tables;
    private final WindowCloser closer;

    /**
     * No due windows.
     *
     * @param tables the tables of a subtask, at least one
     */
    DueWindows(Plan plan, Schedule schedule, List<ReleaseTable> tables) {
        this.windows = plan.windows();
        this.schedule = schedule;
        this.tables = tables;
        this.closer = new WindowCloser(windows, schedule);
    }

    /** Takes a watermark, epoch milliseconds. */
    void advance(long watermark) {
        closer.advance(watermark);
        finishIfEmpty();
    }

    /**
     * Whether a watermark has closed the windows that end at {@code end}. They accept no more sums, even while they are
     * due.
     */
    boolean isAnnounced(long end) {
        return end <= closer.closedUpTo();
    }

    /** Whether no window is due. */
    boolean isEmpty() {
        return first() == WindowCloser.NONE;
    }

    private long first() {
        long closedUpTo =
                tables.stream().mapToLong(ReleaseTable::closedUpTo).min().orElse(closer.closedUpTo());
        return closer.firstDue(closedUpTo);
    }

    /**
     * Draws the rows of all queries for the earliest due window end. All noise has been drawn when it returns.
     *
     * @return what became of each key, in the order of the queries
     */
    List<Outcome> closeFirst() {
        long end = first();
        List<Outcome> outcomes = new JoinedOutcomes();
        for (int query = 0; query < windows.size(); query++) {
            if (endsAt(windows.get(query), end)) {
                close(query, end, outcomes);
            }
        }
        tables.forEach(table -> table.closeUpTo(end));
        finishIfEmpty();
        return outcomes;
    }

    private boolean endsAt(Window window, long end) {
        return window.cellStart(end) == end && end <= schedule.lastEnd(window);
    }

    private void close(int query, long end, List<Outcome> outcomes) {
        tables.forEach(table -> table.close(query, end, outcomes));
    }

    /**
     * Closes the tables up to the watermark if no window is due, because the watermark may be beyond the last window of
     * the schedule.
     */
    private void finishIfEmpty() {
        if (isEmpty()) {
            tables.forEach(table -> table.closeUpTo(closer.closedUpTo()));
        }
    }
}
