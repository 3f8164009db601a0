package dev.weir.operators.api;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A query that releases nothing yet. The next call says what it releases.
 *
 * @param <T> the record
 */
public final class EmptyQuery<T> {

    private final QueryShape<T> shape;

    EmptyQuery(QueryShape<T> shape) {
        this.shape = shape;
    }

    /**
     * Releases the given aggregations for each key and window.
     *
     * @param first the first {@link Aggregation}
     * @param more further aggregations; the names of all released values must be distinct
     */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public final UnpricedQuery<T> aggregate(Aggregation<T> first, Aggregation<T>... more) {
        List<Aggregation<T>> all = new ArrayList<>();
        all.add(first);
        Stream.of(more).forEach(all::add);
        return new UnpricedQuery<>(shape, all);
    }

    /**
     * Releases which keys there are, and no value of them. For keys that nobody declares.
     *
     * @throws IllegalArgumentException at the next call, if keys are declared, because these are known before
     */
    public UnpricedQuery<T> keysAlone() {
        return new UnpricedQuery<>(shape, List.of());
    }
}
