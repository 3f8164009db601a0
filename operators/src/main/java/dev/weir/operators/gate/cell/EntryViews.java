package dev.weir.operators.gate.cell;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The views of an array of rows that are still to be written: none, or one for each snapshot that is being written. All of it
 * is for the task's thread.
 */
public final class EntryViews {

    private final List<EntryView> open = new ArrayList<>(1);

    /**
     * Takes a view of the first rows of an array: see {@link EntryView}.
     *
     * @param rows {@code stride} longs a row
     * @param stride how many longs a row has
     * @param size how many rows the view has
     * @param closed becomes true when the view has been written, or will not be
     */
    public EntryView take(long[] rows, int stride, int size, AtomicBoolean closed) {
        EntryView view = new EntryView(rows, stride, size, closed);
        open.removeIf(EntryView::isClosed);
        open.add(view);
        return view;
    }

    /** Whether there may be a view that an array must be copied for if its rows move. */
    public boolean areOpen() {
        return !open.isEmpty();
    }

    /**
     * Saves a row for all views; {@link EntryView#publish} must be called before it changes.
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
