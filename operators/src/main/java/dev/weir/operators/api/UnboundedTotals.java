package dev.weir.operators.api;

import dev.weir.operators.query.Bounds;
import dev.weir.operators.time.SeriesWindow;

/**
 * A query of running totals or sliding windows whose contributions are not bounded yet. The next step says how much one unit
 * may contribute to a series: until its totals are reset, or for ever.
 *
 * @param <T> the record
 */
public sealed class UnboundedTotals<T> permits UnboundedRunningTotal {

    private final Selection<T> selection;
    private final SeriesWindow window;

    UnboundedTotals(Selection<T> selection, SeriesWindow window) {
        this.selection = selection;
        this.window = window;
    }

    /**
     * Bounds the keys that one unit may contribute to, and its records under each. The unit's first records count.
     *
     * @param keysPerPeriod at least 1; a key counts anew after a reset
     * @param recordsPerKey at least 1
     * @throws IllegalArgumentException if one of them is below 1
     */
    public final EmptyQuery<T> atMost(int keysPerPeriod, int recordsPerKey) {
        return within(new Bounds.Series(keysPerPeriod, recordsPerKey, Bounds.UNBOUNDED, 0));
    }

    /**
     * Sets all bounds of contributions at once.
     *
     * @param bounds how much one unit may contribute; {@link Bounds.Series#NONE}: as much as its account can pay for
     */
    public final EmptyQuery<T> within(Bounds.Series bounds) {
        return new EmptyQuery<>(new QueryShape<>(selection, window, Bounds.of(bounds)));
    }
}
