package dev.weir.operators.aggregate.learn;

import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.Block;
import java.util.List;

/**
 * An aggregate whose cells keep the vectors of their records one by one instead of adding them up, because its mechanism needs each of them.
 * Such an aggregate is alone in its query.
 *
 * <p>The totals of a cell are then vectors of {@link Aggregate#coordinates} longs, one after another from index 0 of their array on. What a
 * mechanism is told as the index of the totals is the index of the last vector. A cell without records is one vector of zeros, so a vector
 * of zeros must stand for no record. The order of the vectors depends on the order of arrival, so a release must not depend on it.
 */
public interface RecordKeeper extends Block {

    /**
     * The most records that a cell keeps, at least 1. One more stops the job, as an overflow of totals does: this is a public event outside the
     * guarantee, and the limit never selects records.
     */
    int mostRecords();

    /**
     * The most records that a cell of these aggregates keeps.
     *
     * @param aggregates the aggregates of a query
     * @return 0 if the aggregates add records up
     */
    static int mostRecords(List<Aggregate> aggregates) {
        return aggregates.stream()
                .mapToInt(aggregate -> aggregate instanceof RecordKeeper keeper ? keeper.mostRecords() : 0)
                .max()
                .orElse(0);
    }
}
