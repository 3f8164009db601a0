package dev.weir.operators.gate;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/** The open cells of the units of one key group, by query and window. They are dropped when their window closes. */
final class OpenCells {

    /**
     * The number of open windows of a query up to which a new window is expected to have as many entries as the last
     * closed one. With more open windows records run ahead, and a new window may stay almost empty.
     */
    private static final int USUAL_WINDOWS = 3;

    private final RowLayout layout;
    private final ByWindow<WindowCells> open;

    /** How many entries the last closed window of each query had; the largest number if several were closed at once. */
    private final int[] lastSizes;

    OpenCells(RowLayout layout) {
        this.layout = layout;
        this.open = new ByWindow<>(layout.queries());
        this.lastSizes = new int[layout.queries()];
    }

    /** The cells of a window of a query; null if no unit has contributed to the window. */
    @Nullable WindowCells find(int query, long end) {
        return open.find(query, end);
    }

    /** The cells of a window of a query. They are created if there are none. */
    WindowCells findOrCreate(int query, long end) {
        WindowCells known = find(query, end);
        if (known != null) {
            return known;
        }
        int expected = open.size(query) < USUAL_WINDOWS ? lastSizes[query] : 0;
        WindowCells cells = WindowCells.create(layout.shape(query), end, expected);
        open.put(query, end, cells);
        return cells;
    }

    /** Drops the cells of the windows of a query whose ends are closed. */
    void close(int query, LongPredicate closed) {
        int[] largest = {-1};
        open.removeIf(query, (end, cells) -> {
            boolean isClosed = closed.test(end);
            largest[0] = Math.max(largest[0], isClosed ? cells.size() : -1);
            return isClosed;
        });
        if (largest[0] >= 0) {
            lastSizes[query] = largest[0];
        }
    }

    /** Gives the units new numbers: {@code moved[unit]}. Cells of a unit with a negative new number are dropped. */
    void renumber(int[] moved) {
        open.forEach(cells -> cells.renumber(moved));
    }

    /** Copies the arrays that {@link #views} has handed out, if their cells are not saved one by one. */
    void copyArrays() {
        open.forEach(WindowCells::copyArrays);
    }

    /**
     * The cells of all windows as they are now, to be written by another thread.
     *
     * @param closed becomes true when the views are closed
     */
    List<CellView> views(AtomicBoolean closed) {
        List<CellView> views = new ArrayList<>();
        open.forEach(cells -> views.add(cells.view(closed)));
        return views;
    }

    /** Leaves the views, because all of them have been closed. */
    void leaveViews() {
        open.forEach(WindowCells::leaveViews);
    }
}
