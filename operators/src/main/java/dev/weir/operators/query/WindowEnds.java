package dev.weir.operators.query;

/** Cells of one time after the other: most are the cell of the last one, which needs no division and no sealed type. */
public final class WindowEnds {

    private final Window window;
    private long start;
    private long end;
    private long keptUntil;

    /** The cells of these windows. */
    public WindowEnds(Window window) {
        this.window = window;
    }

    /** The end of the cell that holds {@code time}, both in epoch milliseconds. */
    public long of(long time) {
        if (time < start || time >= end) {
            start = window.cellStart(time);
            end = window.cellEnd(time);
            keptUntil = window.keptUntil(end);
        }
        return end;
    }

    /** Until when it matters what a unit has put into the cell that was asked for last. */
    public long keptUntil() {
        return keptUntil;
    }
}
