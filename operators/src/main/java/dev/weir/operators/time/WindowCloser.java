package dev.weir.operators.time;

import java.util.List;

/**
 * Turns watermarks into the time up to which windows are closed. This time moves only when a window of a query ends, so
 * most watermarks need no further work.
 */
public final class WindowCloser {

    /** The result of {@link #firstDue} if no window is due. */
    public static final long NONE = Long.MAX_VALUE;

    /** A time before every record, and far enough from the smallest long that window arithmetic does not overflow. */
    private static final long EARLIEST = -(1L << 60);

    private final List<Window> windows;
    private final Schedule schedule;
    private long closedUpTo = Long.MIN_VALUE;

    /**
     * Creates a closer for the windows of a schedule. No window is closed yet.
     *
     * @param windows the windows of all queries
     * @param schedule the schedule
     */
    public WindowCloser(List<Window> windows, Schedule schedule) {
        this.windows = windows.stream().distinct().toList();
        this.schedule = schedule;
    }

    /**
     * Takes a watermark. The last watermark of a bounded stream closes all windows if the schedule has an end, and none
     * if the schedule has no end.
     *
     * @param watermark epoch milliseconds
     * @return whether {@link #closedUpTo} has moved
     */
    public boolean advance(long watermark) {
        long due = watermark == Long.MAX_VALUE ? end() : lastBoundary(watermark);
        boolean moves = due > closedUpTo;
        closedUpTo = Math.max(closedUpTo, due);
        return moves;
    }

    /** The end of the schedule's last window; {@link Long#MIN_VALUE} if the schedule has no end. */
    private long end() {
        return schedule.isBounded()
                ? windows.stream().mapToLong(schedule::lastEnd).max().orElseThrow()
                : Long.MIN_VALUE;
    }

    private long lastBoundary(long watermark) {
        long last = Long.MIN_VALUE;
        for (Window window : windows) {
            last = Math.max(last, window.cellStart(Math.max(watermark, EARLIEST)));
        }
        return last;
    }

    /**
     * The end of the first window that the watermarks have closed and that ends after a time. To go through the due
     * windows one by one, pass the result of the last call as {@code time}.
     *
     * @param time epoch milliseconds
     * @return the end of the window, epoch milliseconds; {@link #NONE} if there is no such window
     */
    public long firstDue(long time) {
        long first = NONE;
        for (Window window : windows) {
            long end = window.cellEnd(time);
            if (end <= Math.min(closedUpTo, schedule.lastEnd(window))) {
                first = Math.min(first, end);
            }
        }
        return first;
    }

    /**
     * The time up to which windows are closed, epoch milliseconds: a window that ends at or before this time is closed.
     */
    public long closedUpTo() {
        return closedUpTo;
    }
}
