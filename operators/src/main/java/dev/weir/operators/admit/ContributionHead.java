package dev.weir.operators.admit;

/**
 * The first word of a contribution in an {@link AdmittedRecord}. From the highest bit on, the word holds 16 bits of the query's number, 16
 * bits of the contribution's width in words and 32 bits of the key's number.
 */
final class ContributionHead {

    private static final int QUERY = 48;
    private static final int WIDTH = 32;
    private static final int MOST_QUERIES = 1 << 15;
    private static final int WIDEST = (1 << 16) - 1;
    private static final long KEY = 0xffffffffL;

    private ContributionHead() {}

    /**
     * Returns the first word of a contribution.
     *
     * @param query the query's number in the plan, 0 to 32 767
     * @param key the number of the key, at least 0
     * @param width how many words the contribution has, the first one included, at most 65 535
     * @throws IllegalArgumentException if the query's number or the width does not fit into the word
     */
    static long of(int query, int key, int width) {
        requireFits(query, width);
        assert key >= 0 : "the number of a key must be >= 0";
        return (long) query << QUERY | (long) width << WIDTH | (key & KEY);
    }

    private static void requireFits(int query, int width) {
        if (query < 0 || query >= MOST_QUERIES) {
            throw new IllegalArgumentException("query must be 0 to " + (MOST_QUERIES - 1) + ", was " + query);
        }
        if (width > WIDEST) {
            throw new IllegalArgumentException(
                    "width of a contribution must be at most " + WIDEST + " words, was " + width);
        }
    }

    /** The query's number in a first word. */
    static int query(long word) {
        return (int) (word >>> QUERY);
    }

    /** The width in a first word. */
    static int width(long word) {
        return (int) (word >>> WIDTH) & 0xffff;
    }
}
