package dev.weir.operators.release;

import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.time.Window;
import java.io.Serializable;
import java.time.Duration;

/**
 * The number of rows that may wait for a completed checkpoint before no further window is closed. Rows are in memory
 * until that checkpoint has completed, and after an outage many windows are due at once. A window is always closed as a
 * whole, so in each subtask the waiting rows may exceed its part of the limit by the rows of one window.
 *
 * <p>The number of rows of a window is known beforehand where keys are declared. Keys that nobody declared have rows once they are announced, and
 * these rows count among those that wait as all others. So that a job with many of them does not fall behind, the rows of so many windows may
 * wait as are due between two checkpoints, whatever their number is, with the same factor.
 *
 * @param rows the number of rows over all subtasks, at least 1
 * @param windows the number of windows whose rows may wait also if they are more than {@code rows}; 0 if all keys are declared
 */
public record RowLimit(long rows, double windows) implements Serializable {

    /**
     * No limit, for bounded input: no checkpoint can complete between the rows that are due at the end of the input.
     */
    public static final RowLimit NONE = new RowLimit(Long.MAX_VALUE, 0);

    /**
     * The smallest limit of a job without an end. So many rows of 300 bytes take about 100 MB in all: as objects, as
     * the bytes of a batch, and between operators. The rows of the checkpoint before may take as much, while they are
     * copied.
     */
    static final long USUAL = 100_000;

    /**
     * The factor of the limit over the rows that are due in one checkpoint interval. It exceeds 1 because a job must
     * catch up after an outage while it goes on releasing, and because a checkpoint may take longer than the interval.
     */
    private static final int CATCH_UP = 4;

    /** @throws IllegalArgumentException if the number of rows is below 1, or that of windows below 0 */
    public RowLimit {
        if (rows < 1) {
            throw new IllegalArgumentException("row limit must be >= 1, was " + rows);
        }
        if (!(windows >= 0)) {
            throw new IllegalArgumentException("windows must be >= 0, were " + windows);
        }
    }

    /**
     * The limit of a job without an end: the larger of 100 000 rows and four times the largest number of rows that the
     * schedule can release between two checkpoints, so that no job falls behind permanently. Rows of keys that nobody declared are not known: of
     * these it is four times the number of windows.
     *
     * @param plan the queries
     * @param interval the time between two checkpoints
     */
    public static RowLimit of(Plan plan, Duration interval) {
        double due = 0;
        double discovered = 0;
        for (PricedQuery priced : plan.queries()) {
            Window window = priced.query().window();
            double cells = (double) interval.toMillis() / (window.cellEnd(0) - window.cellStart(0)) + 1;
            due += cells
                    * priced.query().keys().ticking()
                    * Math.max(1, window.named().size());
            discovered += priced.query().keys().discovered().isPresent() ? cells : 0;
        }
        return new RowLimit(Math.max(USUAL, (long) (CATCH_UP * due)), CATCH_UP * discovered);
    }

    /** The part of the limit for each of {@code subtasks} subtasks, at least 1. */
    long share(int subtasks) {
        return Math.max(1, rows / subtasks);
    }
}
