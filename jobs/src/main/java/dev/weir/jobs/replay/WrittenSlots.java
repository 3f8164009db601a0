package dev.weir.jobs.replay;

import dev.weir.operators.time.Schedule;

/**
 * The slots that a replay has written. Their number and times are public.
 *
 * @param first the time of the first slot, epoch milliseconds
 * @param last the time of the last slot, which is the maximum of the times of all slots, epoch milliseconds
 * @param count the number of slots, at least 1
 * @param ahead the number of slots whose record has a time further ahead of the clock than the skew allows; in a replay all
 *     times are public
 * @param backwards the number of records that are older than the record before them, among records whose times can be read
 */
public record WrittenSlots(long first, long last, long count, long ahead, long backwards) {

    /**
     * Returns the schedule of every window from the one that contains the first slot's time to the one that contains the last
     * slot's time.
     */
    public Schedule schedule() {
        return new Schedule(first, last + 1);
    }

    /** Whether more than half of the records are older than the record before them. */
    public boolean runsBackwards() {
        return backwards > count / 2;
    }
}
