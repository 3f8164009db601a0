package dev.weir.operators.time;

/**
 * Finds the end of the cell that contains a time, for one time after another. The finder remembers the last cell,
 * because most times belong to the same cell as the time before. For such a time the finder needs neither a division
 * nor a virtual call.
 */
public final class CellEnds {

    private final Window window;
    private long start;
    private long end;
    private long spanEnd;
    private long number;

    /**
     * Creates a finder for the cells of windows.
     *
     * @param window the windows
     */
    public CellEnds(Window window) {
        this.window = window;
    }

    /**
     * The end of the cell that contains a time. The end itself belongs to the next cell.
     *
     * @param time epoch milliseconds
     * @return epoch milliseconds
     */
    public long of(long time) {
        if (time < start || time >= end) {
            start = window.cellStart(time);
            end = window.cellEnd(time);
            spanEnd = window.spanEnd(end);
            number = window.numberInSpan(end);
        }
        return end;
    }

    /** The end of the span of the cell that was found last: {@link Window#spanEnd}. */
    public long spanEnd() {
        return spanEnd;
    }

    /** The number of the cell that was found last within its span: {@link Window#numberInSpan}. */
    public long number() {
        return number;
    }
}
