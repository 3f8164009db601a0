package dev.weir.operators.api;

import dev.weir.operators.query.Bounds;
import dev.weir.operators.time.SeriesWindow;

/**
 * A query of running totals or sliding windows whose contributions are not bounded yet. The next call sets how much one unit may contribute
 * to a series. A series ends when its totals are reset; if the totals are never reset, the series does not end.
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
     * Bounds to how many keys one unit may contribute, and with how many records to each. The first records of a unit count.
     *
     * @param keysPerPeriod the largest number of keys between two resets, at least 1
     * @param recordsPerKey the largest number of records for one key, at least 1
     * @throws IllegalArgumentException if a parameter is below 1
     */
    public final EmptyQuery<T> atMost(int keysPerPeriod, int recordsPerKey) {
        return within(new Bounds.Series(keysPerPeriod, recordsPerKey, Bounds.UNBOUNDED, 0));
    }

    /**
     * Sets all bounds of contributions at once.
     *
     * @param bounds how much one unit may contribute; with {@link Bounds.Series#NONE}, only its account bounds it
     */
    public final EmptyQuery<T> within(Bounds.Series bounds) {
        return new EmptyQuery<>(new QueryShape<>(selection, window, Bounds.of(bounds)));
    }
}
