package dev.weir.operators.clock;

import dev.weir.operators.time.TimeBounds;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * The public clock of each input partition. The time of a slot is the maximum of the times of all slots of its partition up to and
 * including this slot.
 *
 * <p>The time of a slot counts even if the slot's record is rejected or filtered, so that no record's content decides when a window closes.
 *
 * <p><b>Records' own times.</b> If the records' own times move the clock, some of these times may be wrong. A time moves the clock only if
 * all of the following hold:
 * <ul>
 *   <li>It is at most {@code max-skew} ahead of the wall clock, because no event lies in the future.
 *   <li>It is at most {@code max-skew} ahead of the newest time of its partition, however many records with a later time arrive.
 *   <li>If no time of the partition is known, it is not before the schedule's start. Otherwise the time of an old record that
 *       comes first would be taken for the time of the stream.
 * </ul>
 * Therefore times in the future can neither start a clock nor move it step by step into the future.
 *
 * <p>The wall clock does not weaken the guarantee. If records' own times move the clock, all event times are public (guarantee, section 3),
 * and neighbouring streams have the same slots at the same times. The clock is a function of these times and of when they were read, and of
 * no other content. After a failure a slot may be read again and decided on again, at a later wall-clock time. This is harmless, because
 * decisions since the last checkpoint have not become visible.
 */
public final class PartitionClock {

    /** The value for a missing time of a slot or record. */
    public static final long NO_TIME = Long.MIN_VALUE;

    private final long maxSkew;
    private final long start;
    private final WallClockLimit limit;

    /** The newest time of each partition, at the index of its number. Brokers number partitions from 0 without gaps. */
    private long[] newest = {};

    /** Creates clocks that are moved by the times at which slots were written. */
    public PartitionClock() {
        this(Long.MAX_VALUE, NO_TIME, () -> Long.MAX_VALUE);
    }

    private PartitionClock(long maxSkew, long start, LongSupplier wallClock) {
        this.maxSkew = maxSkew;
        this.start = start;
        this.limit = new WallClockLimit(wallClock, maxSkew);
    }

    /**
     * Creates clocks that are moved by the records' own times, with {@link #tickWithin}.
     *
     * @param timing the bounds of times, of which the skew limits how far ahead a time may be and still move a clock
     * @param start the earliest time that may start a clock, epoch milliseconds; {@link #NO_TIME} if any time may
     * @param wallClock the machine's time, epoch milliseconds
     */
    public static PartitionClock ofRecordTimes(TimeBounds timing, long start, LongSupplier wallClock) {
        return new PartitionClock(timing.maxSkewMillis(), start, wallClock);
    }

    /**
     * Moves the clock of a partition to the time of its next slot, if that is later.
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
     * Moves the clock of a partition to the event time of its next record, if that time is later and plausible.
     *
     * @param partition the partition's number, at least 0
     * @param eventTime the record's event time, epoch milliseconds, or {@link #NO_TIME}
     * @return the time of the slot, as {@link #tick} returns it; if no time of the partition is known and the event time is before the
     *     start, the event time
     */
    public long tickWithin(int partition, long eventTime) {
        long now = partition < newest.length ? newest[partition] : NO_TIME;
        if (eventTime == NO_TIME || !limit.allows(eventTime)) {
            return now;
        }
        if (now == NO_TIME) {
            return eventTime < start ? eventTime : tick(partition, eventTime);
        }
        return isPlausible(now, eventTime, maxSkew) ? tick(partition, eventTime) : now;
    }

    /** Whether a time is at most {@code maxSkew} milliseconds ahead of {@code newest}; true if {@code newest} is {@link #NO_TIME}. */
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
