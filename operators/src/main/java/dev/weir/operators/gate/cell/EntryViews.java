package dev.weir.operators.gate.cell;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** The open views of an array of entries, one for each snapshot that is still being written. Only the task's thread uses this class. */
public final class EntryViews {

    private final List<EntryView> open = new ArrayList<>(1);

    /**
     * Takes an {@link EntryView} of the first entries of an array.
     *
     * @param entries the array, with {@code stride} longs for each entry
     * @param stride how many longs an entry has
     * @param size how many entries the view has
     * @param closed becomes true when the view has been written or is no longer needed
     */
    public EntryView take(long[] entries, int stride, int size, AtomicBoolean closed) {
        EntryView view = new EntryView(entries, stride, size, closed);
        open.removeIf(EntryView::isClosed);
        open.add(view);
        return view;
    }

    /** Whether there may be an open view. If so, the array must be copied before its entries are moved. */
    public boolean areOpen() {
        return !open.isEmpty();
    }

    /**
     * Saves an entry for all views. {@link EntryView#publish} must be called before the entry changes.
     *
     * @param entry the number of the entry
     */
    public void save(int entry) {
        for (int i = 0; i < open.size(); i++) {
            open.get(i).save(entry);
        }
    }

    /**
     * Removes all views, so that nothing is saved for them any more. Call this method when all of them have been closed, or when another
     * array has replaced the array of the views, which then no longer changes.
     */
    public void leave() {
        open.clear();
    }
}
