package dev.weir.operators.gate.cell;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The views of an array of rows that are still to be written: none, or one for each snapshot that is being written. All of it
 * is for the task's thread.
 */
public final class RowViews {

    private final List<RowView> open = new ArrayList<>(1);

    /**
     * Takes a view of the first rows of an array: see {@link RowView}.
     *
     * @param rows {@code stride} longs a row
     * @param stride how many longs a row has
     * @param size how many rows the view has
     * @param closed becomes true when the view has been written, or will not be
     */
    public RowView take(long[] rows, int stride, int size, AtomicBoolean closed) {
        RowView view = new RowView(rows, stride, size, closed);
        open.removeIf(RowView::isClosed);
        open.add(view);
        return view;
    }

    /** Whether there may be a view that an array must be copied for if its rows move. */
    public boolean areOpen() {
        return !open.isEmpty();
    }

    /**
     * Saves a row for all views; {@link RowView#publish} must be called before it changes.
     *
     * @param row the number of the row
     */
    public void save(int row) {
        for (int i = 0; i < open.size(); i++) {
            open.get(i).save(row);
        }
    }

    /** All views have been closed, or another array has taken the place of theirs, which will not change any more. */
    public void leave() {
        open.clear();
    }
}
