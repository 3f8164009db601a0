package dev.weir.operators.publish.commit;

import dev.weir.operators.aggregate.move.ScalarMove;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.Window;
import java.io.Serializable;

/**
 * The times at which releases are due. They are public configuration and do not depend on the records.
 *
 * @param schedule which windows are released
 * @param delayMillis the largest delay, in milliseconds, from the end of a window until its release is visible, if
 * nothing is wrong: the time for which the window stays open, the time after which the clock goes on without records,
 * and a checkpoint interval; at least 0
 */
public record PublicTimes(Schedule schedule, long delayMillis) implements Serializable {

    /** @throws IllegalArgumentException if the delay is below 0 */
    public PublicTimes {
        if (delayMillis < 0) {
            throw new IllegalArgumentException("delay must be >= 0 ms, was " + delayMillis);
        }
    }

    /**
     * Public times with this delay for a schedule that begins at another time.
     *
     * @param start epoch milliseconds, before the schedule's end
     */
    public PublicTimes from(long start) {
        return new PublicTimes(schedule.startingFrom(start), delayMillis);
    }

    /** How many milliseconds after the end of its latest visible window the next window of a query must be visible. */
    long dueMillis(Window window) {
        return ScalarMove.saturatedSum(window.cellMillis(), delayMillis);
    }

    /**
     * The end of the latest window of a query up to {@code reach}, if all windows up to {@code reach} have been
     * released; the start of the first window if there is none.
     *
     * @param reach the time, epoch milliseconds; {@link Long#MIN_VALUE} if nothing has been released
     * @return epoch milliseconds
     */
    long publishedUntil(Window window, long reach) {
        return window.cellStart(Math.max(schedule.from(), reach));
    }
}
