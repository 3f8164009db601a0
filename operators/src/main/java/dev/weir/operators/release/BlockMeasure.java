package dev.weir.operators.release;

import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.query.BlockLayout;
import dev.weir.operators.query.Query;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The linear map from what a step adds to the totals of a key to what it adds to the numbers that are measured. For one thread. */
final class BlockMeasure {

    private final List<Aggregate> aggregates;
    private final BlockLayout layout;
    private final long[] measured;

    private BlockMeasure(Query query) {
        this.aggregates = query.aggregates();
        this.layout = query.layout();
        this.measured = new long[layout.measured()];
    }

    /** The map of a query; null where all aggregates are single numbers, of which each is measured as it is. */
    static @Nullable BlockMeasure of(Query query) {
        return query.hasBlocks() ? new BlockMeasure(query) : null;
    }

    /**
     * What is measured of totals.
     *
     * @param from where the totals of the key start
     * @return valid until the next call
     */
    long[] of(long[] totals, int from) {
        for (int i = 0; i < aggregates.size(); i++) {
            aggregates.get(i).measure(totals, from + layout.coordinate(i), measured, layout.measuredAt(i));
        }
        return measured;
    }
}
