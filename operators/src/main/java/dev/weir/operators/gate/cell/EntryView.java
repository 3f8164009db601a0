package dev.weir.operators.gate.cell;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * The entries of an array of longs as they were when the view was taken. One thread reads them while the task's thread continues to change
 * the array in place. Before the task's thread changes an entry for the first time, it saves the entry in the view ({@link EntryViews}).
 * Entries that were added later than the view need not be saved.
 *
 * <p><b>Neither thread waits for the other.</b> The reader first copies a slice of the array. Some entries may have changed before or
 * change during the copy. Only then does it look up which entries of the slice have been saved, and overwrites them in its copy. If the
 * copy contains a word of a changed entry, the entry was saved before it was changed: {@link #publish} keeps the order of the writes and
 * {@link VarHandle#acquireFence} the order of the reads, as in an optimistic read of {@link java.util.concurrent.locks.StampedLock}. So the
 * reader finds the saved entry. If the copy contains the entry as it was, a saved entry is equal to it.
 *
 * <p>Memory of an open view: a bit for each entry, and 8 bytes and a copy for each entry that has been saved.
 */
public final class EntryView {

    private static final int SLICE_BITS = 8;

    /** How many entries are read together. */
    public static final int SLICE = 1 << SLICE_BITS;

    private static final int PAGE_BITS = 8;
    private static final int PAGE = 1 << PAGE_BITS;
    private static final int NONE = 0;

    private final long[] entries;
    private final int stride;
    private final int size;

    /** For each slice, the number of the saved entry that was saved last, or {@link #NONE}. Saved entries are numbered from 1 on. */
    private final AtomicIntegerArray latest;

    /**
     * The saved entries in pages, in the order of their numbers. The word before a saved entry holds the number of the entry of the same
     * slice that was saved last before it, or {@link #NONE}, and the index of the saved entry in its slice.
     */
    private long[][] pages = {};

    /** A bit for each entry that has been saved. Only the task's thread uses it. */
    private long[] marks = {};

    private int saved;
    private final AtomicBoolean closed;

    /**
     * Creates a view of the first entries of an array.
     *
     * @param entries the array, with {@code stride} longs for each entry
     * @param size how many entries the view has
     * @param closed becomes true when the view has been written or is no longer needed; then no more entries are saved
     */
    EntryView(long[] entries, int stride, int size, AtomicBoolean closed) {
        this.entries = entries;
        this.stride = stride;
        this.size = size;
        this.closed = closed;
        this.latest = new AtomicIntegerArray((size + SLICE - 1) >>> SLICE_BITS);
    }

    /** How many entries the view has. */
    public int size() {
        return size;
    }

    /** Creates a buffer for {@link #read}. */
    public long[] newSlice() {
        return new long[Math.min(SLICE, size) * stride];
    }

    /**
     * Copies the entries of a slice as they were when the view was taken. Any thread may call this method.
     *
     * @param first the number of the slice's first entry, a multiple of {@link #SLICE}
     * @param slice takes the entries; it must come from {@link #newSlice}
     * @return how many entries the slice has
     */
    public int read(int first, long[] slice) {
        int count = Math.min(SLICE, size - first);
        System.arraycopy(entries, first * stride, slice, 0, count * stride);
        VarHandle.acquireFence();
        int number = latest.getAcquire(first >>> SLICE_BITS);
        while (number != NONE) {
            long[] page = pages[(number - 1) >>> PAGE_BITS];
            int at = place(number);
            System.arraycopy(page, at + 1, slice, (int) page[at] * stride, stride);
            number = (int) (page[at] >>> Integer.SIZE);
        }
        return count;
    }

    /**
     * Saves an entry, unless it has been saved before. The entry must not have changed since the view was taken. Only the task's thread
     * calls this method.
     */
    void save(int entry) {
        if (entry < size && !isClosed() && mark(entry)) {
            saved++;
            long[] page = pages[(saved - 1) >>> PAGE_BITS];
            int slice = entry >>> SLICE_BITS;
            int at = place(saved);
            page[at] = (long) latest.getPlain(slice) << Integer.SIZE | (entry & (SLICE - 1));
            System.arraycopy(entries, entry * stride, page, at + 1, stride);
            latest.setRelease(slice, saved);
        }
    }

    boolean isClosed() {
        return closed.get();
    }

    /** Makes saved entries visible to readers. Call this method after {@link #save} and before the saved entries are changed. */
    public static void publish() {
        VarHandle.storeStoreFence();
    }

    private boolean mark(int entry) {
        if (saved == 0) {
            marks = new long[(size + Long.SIZE - 1) / Long.SIZE];
            pages = new long[(size + PAGE - 1) >>> PAGE_BITS][];
        }
        long bit = 1L << entry;
        boolean isNew = (marks[entry / Long.SIZE] & bit) == 0;
        marks[entry / Long.SIZE] |= bit;
        if (isNew && (saved & (PAGE - 1)) == 0) {
            pages[saved >>> PAGE_BITS] = new long[Math.min(PAGE, size - saved) * (stride + 1)];
        }
        return isNew;
    }

    private int place(int number) {
        return ((number - 1) & (PAGE - 1)) * (stride + 1);
    }
}
