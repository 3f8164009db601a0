package dev.weir.operators.publish.commit;

import dev.weir.operators.aggregate.move.ScalarMove;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.Window;
import java.io.Serializable;

/**
 * The times at which releases are due. They are public configuration and do not depend on the records.
 *
 * @param schedule the windows that are released
 * @param delayMillis the largest delay in normal operation, in milliseconds, from the end of a window until its release
 * is visible; at least 0. It is the sum of the time for which a window stays open after its end, the time without
 * records after which the public clock follows the wall clock, and a checkpoint interval
 */
public record PublicTimes(Schedule schedule, long delayMillis) implements Serializable {

    /** @throws IllegalArgumentException if the delay is below 0 */
    public PublicTimes {
        if (delayMillis < 0) {
            throw new IllegalArgumentException("delay must be >= 0 ms, was " + delayMillis);
        }
    }

    /**
     * The public times for the same schedule with another start, and with the same delay.
     *
     * @param start the new start, before the schedule's end, epoch milliseconds
     */
    public PublicTimes from(long start) {
        return new PublicTimes(schedule.startingFrom(start), delayMillis);
    }

    /**
     * The number of milliseconds, after the end of a query's latest visible window, within which the next window must
     * be visible.
     */
    long dueMillis(Window window) {
        return ScalarMove.saturatedSum(window.cellMillis(), delayMillis);
    }

    /**
     * The end of a query's latest visible window, given that all windows up to {@code reach} have been released; the
     * start of the schedule's first cell if no window has been released.
     *
     * @param reach the time up to which all windows have been released, epoch milliseconds; {@link Long#MIN_VALUE} if
     *     no window has been released
     * @return epoch milliseconds
     */
    long publishedUntil(Window window, long reach) {
        return window.cellStart(Math.max(schedule.from(), reach));
    }
}
