package dev.weir.operators.query;

import java.util.Locale;

/** What the totals of all keys in one window take, and how much all open windows may. */
final class CellBytes {

    /** The most that all open windows may take. */
    static final long MOST = 1L << 30;

    /** The windows that are open whatever the delay: the one that holds a slot's time, and the one that the delay begins in. */
    static final int WINDOWS = 2;

    /** For each key and coordinate: a sum in the gate and a total in the release operator. */
    private static final int EACH = 2 * Long.BYTES;

    private CellBytes() {}

    /** Those of one window. */
    static double of(long keys, long coordinates) {
        return (double) EACH * keys * coordinates;
    }

    /**
     * Refuses a query whose cells of two windows could not be held.
     *
     * @param keys how many there are
     * @param coordinates how many numbers are kept of a cell
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
