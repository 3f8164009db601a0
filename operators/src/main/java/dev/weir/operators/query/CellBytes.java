package dev.weir.operators.query;

import java.util.Locale;

/** Computes the memory of the totals of all keys in one window, and limits the memory of all open windows. */
final class CellBytes {

    /** The largest number of bytes that all open windows may take. */
    static final long MOST = 1L << 30;

    /**
     * The number of windows that are open even with a short delay: the window that contains a slot's time, and the
     * window that contains the slot's time minus the delay.
     */
    static final int WINDOWS = 2;

    /** The bytes for each key and coordinate: a sum in the gate and a total in the release operator. */
    private static final int EACH = 2 * Long.BYTES;

    private CellBytes() {}

    /** The bytes that one window takes. */
    static double of(long keys, long coordinates) {
        return (double) EACH * keys * coordinates;
    }

    /**
     * Refuses a query for which the cells of two windows take too much memory.
     *
     * @param query the name of the query
     * @param keys the number of keys
     * @param coordinates the number of totals of a cell
     * @throws IllegalArgumentException if the cells may take more than {@link #MOST}
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
