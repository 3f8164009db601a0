package dev.weir.operators.query;

/** Window ends of one time after the other: most are in the window of the last one, which needs no division. */
public final class WindowEnds {

    private final TumblingWindow window;
    private long start;
    private long end;

    /** The ends of these windows. */
    public WindowEnds(TumblingWindow window) {
        this.window = window;
    }

    /** The end of the window that holds {@code time}, both in epoch milliseconds. */
    public long of(long time) {
        if (time < start || time >= end) {
            start = window.startOf(time);
            end = window.endOf(time);
        }
        return end;
    }
}
