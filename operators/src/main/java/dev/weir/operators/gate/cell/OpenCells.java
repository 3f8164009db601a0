package dev.weir.operators.gate.cell;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The open cells of the units of one key group, by query and window. The cells of a window are dropped when the window
 * closes.
 */
public final class OpenCells {

    /**
     * The number of open windows of a query below which a new window is expected to have as many entries as the last
     * closed one. With so many open windows, some records are far ahead of the others, and a new window may stay almost
     * empty.
     */
    private static final int USUAL_WINDOWS = 3;

    private final List<CellShape> shapes;
    private final WindowMap<WindowCells> open;

    /** How many entries the last closed window of each query had; the largest number if several were closed at once. */
    private final int[] lastSizes;

    /**
     * Creates an object without open cells.
     *
     * @param shapes the layout of a unit's cells for each query, in the order of their numbers
     */
    public OpenCells(List<CellShape> shapes) {
        this.shapes = shapes;
        this.open = new WindowMap<>(shapes.size());
        this.lastSizes = new int[shapes.size()];
    }

    /**
     * Returns the cells of a window of a query, or null if no unit has contributed to the window.
     *
     * @param query the query's number in its plan
     * @param end when the window ends, epoch milliseconds
     */
    public @Nullable WindowCells find(int query, long end) {
        return open.find(query, end);
    }

    /**
     * Returns the cells of a window of a query, and creates them if there are none.
     *
     * @param query the query's number in its plan
     * @param end when the window ends, epoch milliseconds
     */
    public WindowCells findOrCreate(int query, long end) {
        WindowCells known = find(query, end);
        if (known != null) {
            return known;
        }
        int expected = open.size(query) < USUAL_WINDOWS ? lastSizes[query] : 0;
        WindowCells cells = WindowCells.create(shapes.get(query), end, expected);
        open.put(query, end, cells);
        return cells;
    }

    /**
     * Passes on the cells of a query's windows.
     *
     * @param query the query's number in its plan
     * @param consumer takes the end of each window, epoch milliseconds, and its cells
     */
    public void forEach(int query, BiConsumer<Long, WindowCells> consumer) {
        open.forEach(query, consumer);
    }

    /**
     * Drops the cells of the closed windows of a query.
     *
     * @param query the query's number in its plan
     * @param closed whether a window is closed, given its end in epoch milliseconds
     */
    public void close(int query, LongPredicate closed) {
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

    /**
     * Gives the units new numbers.
     *
     * @param moved the new number of each unit; cells of a unit whose new number is negative are dropped
     */
    public void renumber(int[] moved) {
        open.forEach(cells -> cells.renumber(moved));
    }

    /**
     * Replaces the arrays that {@link #views} has handed out by copies, except arrays whose entries are saved one by
     * one before they change.
     */
    public void copyArrays() {
        open.forEach(WindowCells::copyArrays);
    }

    /**
     * Returns views of the cells of all windows as they are now, which another thread may write.
     *
     * @param closed becomes true when the views are closed
     */
    public List<CellView> views(AtomicBoolean closed) {
        List<CellView> views = new ArrayList<>();
        open.forEach(cells -> views.add(cells.view(closed)));
        return views;
    }

    /**
     * Returns views of the {@link WindowCells#unsettled records} of all windows as they are now, which another thread may write.
     *
     * @param closed becomes true when the views are closed
     */
    public List<CellView> unsettledViews(AtomicBoolean closed) {
        List<CellView> views = new ArrayList<>();
        open.forEach(cells -> {
            CellView records = cells.unsettledView(closed);
            if (records != null) {
                views.add(records);
            }
        });
        return views;
    }

    /** Stops saving entries for the views, because all of them have been closed. */
    public void leaveViews() {
        open.forEach(WindowCells::leaveViews);
    }
}
