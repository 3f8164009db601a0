package dev.weir.operators.api;

import java.util.List;

/**
 * A query that releases nothing yet: next, a count or a sum.
 *
 * @param <T> the record
 */
public final class EmptyQuery<T> {

    private final UnpricedQuery<T> nothing;

    EmptyQuery(Frame<T> frame) {
        nothing = new UnpricedQuery<>(frame, List.of());
    }

    /**
     * Counts records.
     *
     * @param name the name of the released value
     */
    public UnpricedQuery<T> count(String name) {
        return nothing.count(name);
    }

    /**
     * Sums a number: next, the range that it is clamped to.
     *
     * @param name the name of the released value
     */
    public UnclampedSum<T> sum(String name, Field<T, ? extends Number> value) {
        return nothing.sum(name, value);
    }
}
