package dev.weir.operators.gate.cell;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The views of an array of entries that are still to be written: none, or one for each snapshot that is being written. All of it
 * is for the task's thread.
 */
public final class EntryViews {

    private final List<EntryView> open = new ArrayList<>(1);

    /**
     * Takes a view of the first entries of an array: see {@link EntryView}.
     *
     * @param entries {@code stride} longs an entry
     * @param stride how many longs an entry has
     * @param size how many entries the view has
     * @param closed becomes true when the view has been written, or will not be
     */
    public EntryView take(long[] entries, int stride, int size, AtomicBoolean closed) {
        EntryView view = new EntryView(entries, stride, size, closed);
        open.removeIf(EntryView::isClosed);
        open.add(view);
        return view;
    }

    /** Whether there may be a view for which an array must be copied if its entries move. */
    public boolean areOpen() {
        return !open.isEmpty();
    }

    /**
     * Saves an entry for all views. {@link EntryView#publish} must be called before it changes.
     *
     * @param entry the number of the entry
     */
    public void save(int entry) {
        for (int i = 0; i < open.size(); i++) {
            open.get(i).save(entry);
        }
    }

    /**
     * Leaves the views, because all of them have been closed, or because another array has replaced theirs, which no
     * longer changes.
     */
    public void leave() {
        open.clear();
    }
}
