package dev.weir.operators.publish.commit;

import dev.weir.operators.aggregate.move.ScalarMove;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.Window;
import java.io.Serializable;

/**
 * When releases are due. It is public configuration: nothing of it depends on the records.
 *
 * @param schedule which windows are released
 * @param delayMillis how long after the end of a window its release may become visible, if nothing is wrong: for how long the window
 *     stays open, after how long without records the clock goes on, and a checkpoint interval; at least 0
 */
public record PublicTimes(Schedule schedule, long delayMillis) implements Serializable {

    /** @throws IllegalArgumentException if the delay is below 0 */
    public PublicTimes {
        if (delayMillis < 0) {
            throw new IllegalArgumentException("delay must be >= 0 ms, was " + delayMillis);
        }
    }

    /**
     * The same delay for a schedule that begins at another time.
     *
     * @param start epoch milliseconds, before the schedule's end
     */
    public PublicTimes from(long start) {
        return new PublicTimes(schedule.startingFrom(start), delayMillis);
    }

    /** How many milliseconds after the end of its latest visible window a query must have the next one visible. */
    long dueMillis(Window window) {
        return ScalarMove.saturatedSum(window.cellMillis(), delayMillis);
    }

    /**
     * The end up to which all windows have been released, if those up to {@code reach} have: that of a window, or the start of the
     * first one.
     *
     * @param reach epoch milliseconds; {@link Long#MIN_VALUE}: none
     * @return epoch milliseconds
     */
    long publishedUntil(Window window, long reach) {
        return window.cellStart(Math.max(schedule.from(), reach));
    }
}
