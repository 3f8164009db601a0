package dev.weir.operators.gate;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The views of an array that are still to be written: one for each snapshot that is being written. Only the task's
 * thread uses them.
 */
final class RowViews {

    private final List<RowView> open = new ArrayList<>(1);

    /** Takes a view of the first {@code size} rows of an array: see {@link RowView}. */
    RowView take(long[] rows, int stride, int size, AtomicBoolean closed) {
        RowView view = new RowView(rows, stride, size, closed);
        open.removeIf(RowView::isClosed);
        open.add(view);
        return view;
    }

    /** Whether there may be a view for which an array must be copied if its entries move. */
    boolean areOpen() {
        return !open.isEmpty();
    }

    /** Saves an entry for all views. {@link RowView#publish} must be called before it changes. */
    void save(int row) {
        for (int i = 0; i < open.size(); i++) {
            open.get(i).save(row);
        }
    }

    /**
     * Leaves the views, because all of them have been closed, or because another array has replaced theirs, which no
     * longer changes.
     */
    void leave() {
        open.clear();
    }
}
