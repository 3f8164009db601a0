package dev.weir.jobs.replay;

import dev.weir.operators.time.Schedule;

/**
 * The slots that a replay has written. Their number and their times are public.
 *
 * @param first the time of the first one, epoch milliseconds
 * @param last the time of the last one, which is the newest of all, epoch milliseconds
 * @param count how many there are, at least 1
 * @param ahead how many hold a record whose time is further ahead of the clock than the skew allows; under a replay all
 *     times are public
 * @param backwards how many hold a record that is older than the one before it, among those whose times can be read
 */
public record WrittenSlots(long first, long last, long count, long ahead, long backwards) {

    /**
     * The schedule of every window from the one that contains the first slot's time to the one that contains the last
     * slot's.
     */
    public Schedule schedule() {
        return new Schedule(first, last + 1);
    }

    /** Whether more than half of the records are older than the one before. */
    public boolean runsBackwards() {
        return backwards > count / 2;
    }
}
