package dev.weir.operators.query;

import dev.weir.accountant.continual.PricedSeries;
import dev.weir.accountant.continual.sums.SeriesSums;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.learn.PrefixModel;
import java.util.Locale;

/**
 * Computes the memory of the series of all keys of a query, and limits it for values that are blocks of several
 * numbers.
 */
final class SeriesBytes {

    private SeriesBytes() {}

    /**
     * The bytes for one measured number of an aggregate and one key: the words of its series, and the totals that are
     * kept for the panes of a window.
     */
    static long each(PricedSeries series, SeriesSums sums, int aggregate) {
        return (series.noise(aggregate).words() + sums.kept()) * Long.BYTES;
    }

    /** The bytes of the number that was drawn last, which the next gradients of a model depend on. */
    private static long drawnLast(Aggregate aggregate) {
        return aggregate instanceof PrefixModel ? Long.BYTES : 0;
    }

    /**
     * Refuses blocks whose series take too much memory.
     *
     * @throws IllegalArgumentException if the series of one block may take more than {@link CellBytes#MOST}; counts and
     * sums have no such limit
     */
    static void requireHeld(Query query, PricedSeries series, SeriesSums sums) {
        for (int i = 0; i < query.aggregates().size(); i++) {
            Aggregate aggregate = query.aggregates().get(i);
            if (!aggregate.isNumber()) {
                requireHeld(query, aggregate, each(series, sums, i) + drawnLast(aggregate));
            }
        }
    }

    private static void requireHeld(Query query, Aggregate block, long each) {
        double bytes = (double) each * query.keys().ticking() * block.measured();
        if (bytes > CellBytes.MOST) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "release must keep at most %d MB of the series of a value: %d keys times %d numbers of %s times %d bytes"
                            + " take %.0f MB in query %s. Declare fewer keys, or release fewer numbers: a coarser grid or"
                            + " range, fewer edges, values, features or panes",
                    CellBytes.MOST >> 20,
                    query.keys().ticking(),
                    block.measured(),
                    String.join(", ", block.names()),
                    each,
                    bytes / (1 << 20),
                    query.name()));
        }
    }
}
