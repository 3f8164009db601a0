package dev.weir.operators.state;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Rows of longs in pages that are allocated when one of their rows is touched: a window that only few records fall into takes
 * little room, however many keys there are.
 *
 * <p>Bytes: 4 for every 32 rows, and 8 for each long of every page with a row that was touched.
 */
public final class PagedEntries {

    private static final int PAGE_BITS = 5;

    /** So many rows share a page: a power of two. */
    private static final int PAGE_ROWS = 1 << PAGE_BITS;

    private static final int IN_PAGE = PAGE_ROWS - 1;
    private static final long[] NOT_TOUCHED = {};

    private final int width;
    private int rows;
    private long[][] pages;

    /**
     * Rows of zeros, none of which has been touched.
     *
     * @param rows how many, at least 0; a row beyond them adds to their number when it is touched
     * @param width how many longs a row has, at least 1
     */
    public PagedEntries(int rows, int width) {
        this.rows = rows;
        this.width = width;
        this.pages = pages(rows);
    }

    private PagedEntries(PagedEntries other) {
        rows = other.rows;
        width = other.width;
        pages = other.pages.clone();
        Arrays.setAll(pages, i -> pages[i].length == 0 ? pages[i] : pages[i].clone());
    }

    private static long[][] pages(int rows) {
        long[][] pages = new long[(rows + IN_PAGE) >>> PAGE_BITS][];
        Arrays.fill(pages, NOT_TOUCHED);
        return pages;
    }

    /** The same rows in arrays of their own. */
    public PagedEntries copy() {
        return new PagedEntries(this);
    }

    /** The longs that hold a row, from {@link #at} on; the row counts as touched. */
    public long[] touch(int row) {
        if (row >= rows) {
            grow(row);
        }
        long[] page = pages[row >>> PAGE_BITS];
        return page.length > 0 ? page : allocate(row >>> PAGE_BITS);
    }

    private long[] allocate(int number) {
        int first = number << PAGE_BITS;
        long[] page = new long[Math.multiplyExact(Math.min(PAGE_ROWS, rows - first), width)];
        pages[number] = page;
        return page;
    }

    private void grow(int row) {
        int last = rows >>> PAGE_BITS;
        boolean isPartial = last < pages.length && pages[last].length > 0;
        rows = Math.max(row + 1, rows + rows / 2);
        long[][] more = pages(rows);
        System.arraycopy(pages, 0, more, 0, pages.length);
        if (isPartial) {
            more[last] = Arrays.copyOf(more[last], Math.min(PAGE_ROWS, rows - (last << PAGE_BITS)) * width);
        }
        pages = more;
    }

    /** Where a row starts in the longs that hold it. */
    public int at(int row) {
        return (row & IN_PAGE) * width;
    }

    /** The longs that hold a row, from {@link #at} on, or null if neither the row nor another of its page has been touched. */
    public long @Nullable [] find(int row) {
        long[] page = row < rows ? pages[row >>> PAGE_BITS] : NOT_TOUCHED;
        return page.length > 0 ? page : null;
    }

    /** Passes on all rows that are not zeros, in their order. */
    public <E extends Exception> void forEachNonZero(RowConsumer<E> consumer) throws E {
        for (int number = 0; number < pages.length; number++) {
            for (int at = 0; at < pages[number].length; at += width) {
                if (!isZero(pages[number], at)) {
                    consumer.accept((number << PAGE_BITS) + at / width, pages[number], at);
                }
            }
        }
    }

    private boolean isZero(long[] page, int from) {
        for (int at = from; at < from + width; at++) {
            if (page[at] != 0) {
                return false;
            }
        }
        return true;
    }

    /** Is passed one row after the other. */
    public interface RowConsumer<E extends Exception> {

        /** Is passed the number of a row, the longs that hold it, and where it starts in them. */
        void accept(int row, long[] words, int at) throws E;
    }
}
