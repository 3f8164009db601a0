package dev.weir.operators.query;

import java.util.Locale;

/** The memory of the totals of all keys in one window, and its limit for all open windows. */
final class CellBytes {

    /** The largest number of bytes of all open windows. */
    static final long MOST = 1L << 30;

    /**
     * How many windows are open for any delay: the one that contains a slot's time, and the one in which the delay
     * begins.
     */
    static final int WINDOWS = 2;

    /** The bytes of each key and coordinate: a sum in the gate and a total in the release operator. */
    private static final int EACH = 2 * Long.BYTES;

    private CellBytes() {}

    /** The bytes of one window. */
    static double of(long keys, long coordinates) {
        return (double) EACH * keys * coordinates;
    }

    /**
     * Refuses a query whose cells of two windows take too much memory.
     *
     * @param query the name of the query
     * @param keys how many keys there are
     * @param coordinates how many numbers a cell has
     * @throws IllegalArgumentException if they may take more than {@link #MOST}
     */
    static void requireHeld(String query, long keys, long coordinates) {
        double bytes = of(keys, coordinates);
        if (WINDOWS * bytes > MOST) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "release must keep at most %d MB of two windows: %d keys times %d numbers of a cell times %d bytes take %.0f MB"
                            + " for each window of query %s. Declare fewer keys, or release fewer numbers: a coarser grid or"
                            + " range, fewer edges, values or features",
                    MOST >> 20,
                    keys,
                    coordinates,
                    EACH,
                    bytes / (1 << 20),
                    query));
        }
    }
}
