package dev.weir.operators.state;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Rows of longs in pages that are allocated when one of their rows is touched. A window with few records therefore
 * takes little memory, even if there are many keys.
 *
 * <p>Bytes: 4 for every 32 rows, and 8 for each long of every page with a row that was touched.
 */
public final class PagedRows {

    private static final int PAGE_BITS = 5;

    /** How many rows share a page: a power of two. */
    private static final int PAGE_ROWS = 1 << PAGE_BITS;

    private static final int IN_PAGE = PAGE_ROWS - 1;
    private static final long[] NOT_TOUCHED = {};

    private final int width;
    private int rows;
    private long[][] pages;

    /**
     * Rows of zeros, none of which has been touched.
     *
     * @param rows the number of rows, at least 0; touching a row beyond them increases it
     * @param width how many longs a row has, at least 1
     */
    public PagedRows(int rows, int width) {
        this.rows = rows;
        this.width = width;
        this.pages = pages(rows);
    }

    private PagedRows(PagedRows other) {
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

    /** A copy of these rows in arrays of its own. */
    public PagedRows copy() {
        return new PagedRows(this);
    }

    /**
     * The array that contains a row, from {@link #at} on; the row counts as touched afterwards.
     *
     * @param row the number of the row, at least 0
     */
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

    /**
     * The index of a row in the array that contains it.
     *
     * @param row the number of the row, at least 0
     */
    public int at(int row) {
        return (row & IN_PAGE) * width;
    }

    /**
     * The array that contains a row, from {@link #at} on; null if neither the row nor another of its page has been
     * touched.
     *
     * @param row the number of the row, at least 0
     */
    public long @Nullable [] find(int row) {
        long[] page = row < rows ? pages[row >>> PAGE_BITS] : NOT_TOUCHED;
        return page.length > 0 ? page : null;
    }

    /**
     * Passes on all rows that are not all zeros, in their order.
     *
     * @param <E> the exception that the consumer throws
     * @param consumer receives the rows
     */
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

    /**
     * Receives one row after the other.
     *
     * @param <E> the exception that it throws
     */
    public interface RowConsumer<E extends Exception> {

        /**
         * Receives a row.
         *
         * @param row the number of the row
         * @param words the array that contains the row
         * @param at the index of the row's first long in {@code words}
         */
        void accept(int row, long[] words, int at) throws E;
    }
}
