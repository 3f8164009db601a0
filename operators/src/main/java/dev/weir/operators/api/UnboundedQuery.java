package dev.weir.operators.api;

import dev.weir.operators.query.Bounds;
import dev.weir.operators.time.Window;

/**
 * A query whose contributions are not bounded yet. The next call sets how much one unit may contribute.
 *
 * @param <T> the record
 */
public final class UnboundedQuery<T> {

    private final Selection<T> selection;
    private final Window window;

    UnboundedQuery(Selection<T> selection, Window window) {
        this.selection = selection;
        this.window = window;
    }

    /**
     * Bounds to how many keys one unit may contribute in a window, and with how many records to each. The first records
     * of a unit count.
     *
     * @param keysPerWindow the largest number of keys, at least 1; the l0 bound
     * @param recordsPerCell the largest number of records in one key and window, at least 1; the linf bound of a count
     * @throws IllegalArgumentException if a parameter is below 1
     */
    public EmptyQuery<T> atMost(int keysPerWindow, int recordsPerCell) {
        return within(new Bounds(keysPerWindow, recordsPerCell, Bounds.UNBOUNDED, Bounds.UNBOUNDED));
    }

    /**
     * Sets all bounds of contributions at once.
     *
     * @param bounds how much one unit may contribute; with {@link Bounds#NONE}, only its account bounds it
     */
    public EmptyQuery<T> within(Bounds bounds) {
        return new EmptyQuery<>(new QueryShape<>(selection, window, bounds));
    }
}
