package dev.weir.operators.api;

import dev.weir.operators.query.Bounds;
import dev.weir.operators.time.Window;

/**
 * A query whose contributions are not bounded yet. The next step sets how much one unit may contribute.
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
     * Bounds the keys that one unit may contribute to in a window, and its records under each. The unit's first records
     * count.
     *
     * @param keysPerWindow at least 1; the l0 bound
     * @param recordsPerCell at least 1; the linf bound of a count
     * @throws IllegalArgumentException if one of them is below 1
     */
    public EmptyQuery<T> atMost(int keysPerWindow, int recordsPerCell) {
        return within(new Bounds(keysPerWindow, recordsPerCell, Bounds.UNBOUNDED, Bounds.UNBOUNDED));
    }

    /**
     * Bounds contributions in full.
     *
     * @param bounds how much one unit may contribute; {@link Bounds#NONE}: as much as its account can pay for
     */
    public EmptyQuery<T> within(Bounds bounds) {
        return new EmptyQuery<>(new QueryShape<>(selection, window, bounds));
    }
}
