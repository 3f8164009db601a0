package dev.weir.operators.release;

import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.query.Query;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The post-processing of a query's noisy numbers before they are released. Post-processing uses only noisy numbers that
 * could themselves be published, so it costs no privacy budget.
 */
final class NumberProcessing {

    /** The word of a series from which no total has been released yet. */
    static final long NOTHING_YET = Long.MIN_VALUE;

    /** The offsets of the numbers whose negative values are released as 0. */
    private final int[] nonNegative;

    /** The offsets of the totals that are released as the largest so far. */
    private final int[] monotone;

    /** The number of released numbers of a key. */
    private final int width;

    private NumberProcessing(Query query, List<Aggregate> processed) {
        width = query.layout().measured();
        nonNegative = places(
                query,
                IntStream.range(0, processed.size())
                        .filter(i -> processed.get(i).postProcessing().isNonNegative()));
        monotone = places(
                query,
                IntStream.range(0, processed.size())
                        .filter(i -> processed.get(i).postProcessing().isMonotone()));
    }

    /** The post-processing of a query's numbers. With levels there is none before the rows of a window are estimated together. */
    static NumberProcessing of(PricedQuery priced) {
        Query query = priced.query();
        return new NumberProcessing(query, priced.levelNoise().isPresent() ? List.of() : query.aggregates());
    }

    private static int[] places(Query query, IntStream aggregates) {
        return aggregates.map(query.layout()::measuredAt).toArray();
    }

    /**
     * The number of words that are kept for the series of a key: one for each value that is released as the largest
     * total so far.
     */
    int words() {
        return monotone.length;
    }

    private void raise(long[] noisy, int from) {
        for (int place : nonNegative) {
            noisy[from + place] = Math.max(0, noisy[from + place]);
        }
    }

    /** Replaces negative values by 0 where required, for many keys, key by key. */
    private void raiseAll(long[] noisy) {
        for (int from = 0; nonNegative.length > 0 && from < noisy.length; from += width) {
            raise(noisy, from);
        }
    }

    /**
     * Replaces negative values and totals where required, for many keys, key by key: a negative value by 0, a monotone
     * total by the largest total of its series so far. Stores the new largest totals.
     *
     * @param largest the words of all series; {@link #NOTHING_YET} before the first total of a series
     */
    void raiseAll(long[] noisy, long[] largest) {
        raiseAll(noisy);
        for (int key = 0; monotone.length > 0 && key * width < noisy.length; key++) {
            raise(noisy, key * width, largest, key * monotone.length);
        }
    }

    private void raise(long[] noisy, int from, long[] largest, int at) {
        for (int i = 0; i < monotone.length; i++) {
            long total = Math.max(noisy[from + monotone[i]], largest[at + i]);
            noisy[from + monotone[i]] = total;
            largest[at + i] = total;
        }
    }
}
