package dev.weir.operators.release;

import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.time.Window;
import java.io.Serializable;
import java.time.Duration;

/**
 * The number of rows that may wait for a completed checkpoint before no further window is closed. A row is in memory
 * until then, and after an outage many windows are due at once. When no row waits, a whole window is closed for any
 * limit; so at most the limit and the rows of one window wait in each subtask.
 *
 * @param rows the number of rows over all subtasks, at least 1
 */
public record RowLimit(long rows) implements Serializable {

    /** No limit, for input that ends, whose last rows no checkpoint can divide. */
    public static final RowLimit NONE = new RowLimit(Long.MAX_VALUE);

    /**
     * The least limit of a job without an end. Rows of 300 bytes take about 100 MB: as objects, as the bytes of a
     * batch, and on their way.
     */
    static final long USUAL = 100_000;

    /**
     * How many times the due rows may wait: a job must catch up while it goes on releasing, and a checkpoint may take
     * longer than the interval.
     */
    private static final int CATCH_UP = 4;

    /** @throws IllegalArgumentException if it is below 1 */
    public RowLimit {
        if (rows < 1) {
            throw new IllegalArgumentException("row limit must be >= 1, was " + rows);
        }
    }

    /**
     * The limit of a job without an end: 100 000 rows, or four times what the schedule releases between two checkpoints if
     * that is more, so that no job falls behind for good.
     *
     * @param plan the queries
     * @param interval the time from one checkpoint to the next
     */
    public static RowLimit of(Plan plan, Duration interval) {
        double due = 0;
        for (PricedQuery priced : plan.queries()) {
            Window window = priced.query().window();
            double cells = (double) interval.toMillis() / (window.cellEnd(0) - window.cellStart(0)) + 1;
            due += cells * priced.query().keys().ticking();
        }
        return new RowLimit(Math.max(USUAL, (long) (CATCH_UP * due)));
    }

    /** The part of the limit for each of {@code subtasks} subtasks. */
    long share(int subtasks) {
        return Math.max(1, rows / subtasks);
    }
}
