package dev.weir.operators.clock;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The public clock of each input partition: the time of a slot is the running maximum of the times of its partition's slots,
 * up to and including itself.
 *
 * <p>Every slot moves the clock, also one whose record is rejected or filtered, so that no record's content decides when a
 * window closes.
 */
public final class PartitionClock {

    /** Stands for the time of a slot or record that has none. */
    public static final long NO_TIME = Long.MIN_VALUE;

    /** The newest time by partition, which brokers number from 0 without gaps. */
    private long[] newest = {};

    /**
     * Moves the clock of a partition by its next slot.
     *
     * @param partition the partition's number, at least 0
     * @param written when the slot was written, epoch milliseconds, or {@link #NO_TIME}
     * @return the time of the slot: the running maximum; {@link #NO_TIME} if no slot of the partition has had a time
     */
    public long tick(int partition, long written) {
        if (partition >= newest.length) {
            grow(partition);
        }
        long now = Math.max(newest[partition], written);
        newest[partition] = now;
        return now;
    }

    private void grow(int partition) {
        int known = newest.length;
        newest = Arrays.copyOf(newest, 2 * partition + 1);
        Arrays.fill(newest, known, newest.length, NO_TIME);
    }

    /**
     * Moves the clock of a partition by the own time of its next slot's record, unless that time is too far ahead.
     *
     * @param partition the partition's number, at least 0
     * @param eventTime the record's own time, epoch milliseconds, or {@link #NO_TIME}
     * @param maxSkew how many milliseconds a time may be ahead of the newest one and still move the clock, at least 0
     * @return the time of the slot, as {@link #tick} returns it
     */
    public long tickWithin(int partition, long eventTime, long maxSkew) {
        long now = partition < newest.length ? newest[partition] : NO_TIME;
        return tick(partition, isPlausible(now, eventTime, maxSkew) ? eventTime : now);
    }

    /** Whether a time is at most {@code maxSkew} milliseconds ahead of {@code newest}; any time is if none is known. */
    static boolean isPlausible(long newest, long eventTime, long maxSkew) {
        return newest == NO_TIME || newest > Long.MAX_VALUE - maxSkew || eventTime <= newest + maxSkew;
    }

    /** The newest time of each partition that has had one, epoch milliseconds. */
    public Map<Integer, Long> newest() {
        Map<Integer, Long> known = new HashMap<>();
        for (int partition = 0; partition < newest.length; partition++) {
            if (newest[partition] != NO_TIME) {
                known.put(partition, newest[partition]);
            }
        }
        return known;
    }
}
