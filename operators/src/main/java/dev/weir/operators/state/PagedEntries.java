package dev.weir.operators.state;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Entries of longs, in pages. A page is allocated when one of its entries is touched. A window with few records
 * therefore takes little memory, even if there are many keys.
 *
 * <p>Every entry holds one group of {@code width} longs, to which numbers are added. {@link KeptEntries} instead hold a further group for
 * everything that is added.
 *
 * <p>Memory: a reference (4 or 8 bytes) for every 32 entries, and 8 bytes for each long of every allocated page.
 */
public sealed class PagedEntries permits KeptEntries {

    private static final int PAGE_BITS = 5;

    /** The number of entries in a page, a power of two. */
    private static final int PAGE_ENTRIES = 1 << PAGE_BITS;

    private static final int IN_PAGE = PAGE_ENTRIES - 1;
    private static final long[] NOT_TOUCHED = {};

    private final int width;
    private int entries;
    private long[][] pages;

    /**
     * Creates entries of zeros, none of which has been touched.
     *
     * @param entries the number of entries, at least 0; it grows when an entry beyond the last one is touched
     * @param width the number of longs of an entry, at least 1
     */
    public PagedEntries(int entries, int width) {
        this.entries = entries;
        this.width = width;
        this.pages = pages(entries);
    }

    private PagedEntries(PagedEntries other) {
        entries = other.entries;
        width = other.width;
        pages = other.pages.clone();
        Arrays.setAll(pages, i -> pages[i].length == 0 ? pages[i] : pages[i].clone());
    }

    private static long[][] pages(int entries) {
        long[][] pages = new long[(entries + IN_PAGE) >>> PAGE_BITS][];
        Arrays.fill(pages, NOT_TOUCHED);
        return pages;
    }

    /** How many longs a group has. */
    public final int width() {
        return width;
    }

    /** Returns a copy of these entries, so that a change of one of the two does not change what the other holds. */
    public PagedEntries copy() {
        return new PagedEntries(this);
    }

    /**
     * Marks an entry as touched, and returns the array that contains it, from index {@link #at} on. What is to be added to the entry is added
     * to the longs there.
     *
     * @param entry the number of the entry, at least 0
     */
    public long[] touch(int entry) {
        if (entry >= entries) {
            grow(entry);
        }
        long[] page = pages[entry >>> PAGE_BITS];
        return page.length > 0 ? page : allocate(entry >>> PAGE_BITS);
    }

    private long[] allocate(int number) {
        int first = number << PAGE_BITS;
        long[] page = new long[Math.multiplyExact(Math.min(PAGE_ENTRIES, entries - first), width)];
        pages[number] = page;
        return page;
    }

    private void grow(int entry) {
        int last = entries >>> PAGE_BITS;
        boolean isPartial = last < pages.length && pages[last].length > 0;
        entries = Math.max(entry + 1, entries + entries / 2);
        long[][] more = pages(entries);
        System.arraycopy(pages, 0, more, 0, pages.length);
        if (isPartial) {
            more[last] = Arrays.copyOf(more[last], Math.min(PAGE_ENTRIES, entries - (last << PAGE_BITS)) * width);
        }
        pages = more;
    }

    /**
     * The index of an entry in the array that contains it.
     *
     * @param entry the number of the entry, at least 0
     */
    public int at(int entry) {
        return (entry & IN_PAGE) * width;
    }

    /**
     * Returns the array that contains an entry, from index {@link #at} on; null if no entry of its page has been
     * touched.
     *
     * @param entry the number of the entry, at least 0
     */
    public long @Nullable [] find(int entry) {
        long[] page = entry < entries ? pages[entry >>> PAGE_BITS] : NOT_TOUCHED;
        return page.length > 0 ? page : null;
    }

    /**
     * Passes all entries that contain a number other than 0 to a consumer, in the order of the entries.
     *
     * @param <E> the exception that the consumer throws
     * @param consumer receives the entries
     */
    public <E extends Exception> void forEachNonZero(EntryConsumer<E> consumer) throws E {
        for (int number = 0; number < pages.length; number++) {
            for (int at = 0; at < pages[number].length; at += width) {
                if (!isZero(pages[number], at)) {
                    consumer.accept((number << PAGE_BITS) + at / width, pages[number], at);
                }
            }
        }
    }

    /**
     * Passes the entries of a range that contain a number other than 0 to a consumer, in their order. The consumer may touch other entries. Only entries to which numbers are added can be passed on in
     * this way.
     *
     * @param <E> the exception that the consumer throws
     * @param from the number of the first entry, at least 0
     * @param to the number behind the last one
     * @param consumer receives the entries
     */
    public final <E extends Exception> void forEachNonZero(int from, int to, EntryConsumer<E> consumer) throws E {
        for (int entry = from; entry < Math.min(to, entries); entry++) {
            long[] page = pages[entry >>> PAGE_BITS];
            if (page.length == 0) {
                entry |= IN_PAGE; // the last one of this page
            } else if (!isZero(page, at(entry))) {
                consumer.accept(entry, page, at(entry));
            }
        }
    }

    final boolean isZero(long[] page, int from) {
        for (int at = from; at < from + width; at++) {
            if (page[at] != 0) {
                return false;
            }
        }
        return true;
    }

    /**
     * Receives one entry after another.
     *
     * @param <E> the exception that the consumer throws
     */
    public interface EntryConsumer<E extends Exception> {

        /**
         * Receives an entry.
         *
         * @param entry the number of the entry, at least 0
         * @param words the array that contains the entry
         * @param at the index in {@code words} at which the entry starts
         * @throws E if the consumer fails
         */
        void accept(int entry, long[] words, int at) throws E;
    }
}
