package dev.weir.operators.gate;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * The rows of an array of longs as they were when the view was taken. One thread reads them while the task's thread goes on
 * changing the array in place. Before a row is changed for the first time, the task's thread saves it in the view
 * ({@link RowViews}); rows beyond those of the view are free to change.
 *
 * <p><b>Neither thread waits for the other.</b> The reader copies a slice of the array, of which some rows may have changed or
 * change meanwhile, and only then looks which rows of the slice have been saved, and puts these in their places. If its copy
 * holds a word of a changed row, that row was saved before it changed: {@link #publish} keeps the order of the writes and
 * {@link VarHandle#acquireFence} that of the reads, as in an optimistic read of
 * {@link java.util.concurrent.locks.StampedLock}. So the reader finds the saved row. If its copy holds the row as it
 * was, a saved row says the same.
 *
 * <p>Bytes, while the view is open: a bit for each row, and 8 and the row's for each row that has been saved.
 */
final class RowView {

    private static final int SLICE_BITS = 8;

    /** How many entries are read together. */
    static final int SLICE = 1 << SLICE_BITS;

    private static final int PAGE_BITS = 8;
    private static final int PAGE = 1 << PAGE_BITS;
    private static final int NONE = 0;

    private final long[] rows;
    private final int stride;
    private final int size;

    /** For each slice the number, from 1 on, of its last saved entry; {@link #NONE} if none was saved. */
    private final AtomicIntegerArray latest;

    /**
     * The saved rows in pages, in the order of their numbers. A word in front of each holds the number of the row of the same
     * slice that was saved before it, and its own place in the slice.
     */
    private long[][] pages = {};

    /** One bit for each saved entry. Only the task's thread uses it. */
    private long[] marks = {};

    private int saved;
    private final AtomicBoolean closed;

    /**
     * A view of the first rows of an array.
     *
     * @param rows {@code stride} longs a row
     * @param size how many rows the view has
     * @param closed becomes true when the view has been written, or will not be: then nothing needs to be saved any more
     */
    RowView(long[] rows, int stride, int size, AtomicBoolean closed) {
        this.rows = rows;
        this.stride = stride;
        this.size = size;
        this.closed = closed;
        this.latest = new AtomicIntegerArray((size + SLICE - 1) >>> SLICE_BITS);
    }

    /** How many rows the view has. */
    int size() {
        return size;
    }

    /** A buffer for {@link #read}. */
    long[] newSlice() {
        return new long[Math.min(SLICE, size) * stride];
    }

    /**
     * Copies the rows of a slice as they were: for any thread.
     *
     * @param first the number of the slice's first row, a multiple of {@link #SLICE}
     * @param slice takes the rows: a {@link #newSlice}
     * @return how many rows the slice has
     */
    int read(int first, long[] slice) {
        int count = Math.min(SLICE, size - first);
        System.arraycopy(rows, first * stride, slice, 0, count * stride);
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

    /** Saves an entry before its first change, unless it has been saved already. For the task's thread. */
    void save(int row) {
        if (row < size && !isClosed() && mark(row)) {
            saved++;
            long[] page = pages[(saved - 1) >>> PAGE_BITS];
            int slice = row >>> SLICE_BITS;
            int at = place(saved);
            page[at] = (long) latest.getPlain(slice) << Integer.SIZE | (row & (SLICE - 1));
            System.arraycopy(rows, row * stride, page, at + 1, stride);
            latest.setRelease(slice, saved);
        }
    }

    boolean isClosed() {
        return closed.get();
    }

    /** Makes saved entries visible to readers. Call it after {@link #save} and before the saved entries are changed. */
    static void publish() {
        VarHandle.storeStoreFence();
    }

    private boolean mark(int row) {
        if (saved == 0) {
            marks = new long[(size + Long.SIZE - 1) / Long.SIZE];
            pages = new long[(size + PAGE - 1) >>> PAGE_BITS][];
        }
        long bit = 1L << row;
        boolean isNew = (marks[row / Long.SIZE] & bit) == 0;
        marks[row / Long.SIZE] |= bit;
        if (isNew && (saved & (PAGE - 1)) == 0) {
            pages[saved >>> PAGE_BITS] = new long[Math.min(PAGE, size - saved) * (stride + 1)];
        }
        return isNew;
    }

    private int place(int number) {
        return ((number - 1) & (PAGE - 1)) * (stride + 1);
    }
}
