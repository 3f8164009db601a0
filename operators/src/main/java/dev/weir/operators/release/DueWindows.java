package dev.weir.operators.release;

import dev.weir.operators.query.Plan;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.Window;
import dev.weir.operators.time.WindowCloser;
import java.util.List;

/**
 * The windows that a watermark has closed and whose rows have not been drawn yet, in the order of their ends. After an
 * outage many windows are due, so they are closed one by one.
 *
 * <p>Each table keeps the time up to which its windows have been closed. A window is closed in all tables of a subtask
 * at once. After a rescale, a table may come from a subtask that had closed more windows than others. Such a table
 * skips the windows that it has closed already.
 */
final class DueWindows {

    private final List<Window> windows;
    private final Schedule schedule;
    private final List<ReleaseTable> tables;
    private final WindowCloser closer;

    /**
     * Creates the due windows of a subtask. No window is due yet.
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
     * Whether a watermark has closed the windows that end at {@code end}. Such windows accept no more sums, even while
     * they wait to be drawn.
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
     * @return the outcome for each key, in the order of the queries
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
     * If no window is due, closes all tables up to the time that the watermarks have closed, which may lie beyond the
     * last window of the schedule.
     */
    private void finishIfEmpty() {
        if (isEmpty()) {
            tables.forEach(table -> table.closeUpTo(closer.closedUpTo()));
        }
    }
}
