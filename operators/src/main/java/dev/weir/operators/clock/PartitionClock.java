package dev.weir.operators.clock;

import dev.weir.operators.time.TimeBounds;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * The public clock of each input partition: the time of a slot is the running maximum of the times of its partition's slots,
 * up to and including itself.
 *
 * <p>Every slot moves the clock, also one whose record is rejected or filtered, so that no record's content decides when a
 * window closes.
 *
 * <p><b>Records' own times.</b> Where they move the clock, some of them may be wrong. A time moves the clock only if
 * <ul>
 *   <li>it is at most {@code max-skew} ahead of the wall clock: nothing has happened in the future; and
 *   <li>it is at most {@code max-skew} ahead of the newest time of its partition, however many such records come; and
 *   <li>where no time is known, it is not before the schedule's start: an old record that comes first must not pass for the
 *       time of the stream.
 * </ul>
 * So a time from the future can neither start a clock nor, step by step, move it into the future.
 *
 * <p>The rule keeps the promise although the wall clock takes part. Where records tell the time, all event times are public
 * (guarantee, section 3), and neighbouring streams have the same slots at the same times: the clock is a function of these
 * times and of when they were read, never of any other content. After a failure a slot may be read again and judged anew, at
 * a later wall clock; what was decided since the last checkpoint has not become visible.
 */
public final class PartitionClock {

    /** Stands for a missing time of a slot or record. */
    public static final long NO_TIME = Long.MIN_VALUE;

    private final long maxSkew;
    private final long start;
    private final WallClockLimit limit;

    /** The newest time by partition, which brokers number from 0 without gaps. */
    private long[] newest = {};

    /** Clocks that follow the times at which slots were written. */
    public PartitionClock() {
        this(Long.MAX_VALUE, NO_TIME, () -> Long.MAX_VALUE);
    }

    private PartitionClock(long maxSkew, long start, LongSupplier wallClock) {
        this.maxSkew = maxSkew;
        this.start = start;
        this.limit = new WallClockLimit(wallClock, maxSkew);
    }

    /**
     * Clocks that follow the records' own times, {@link #tickWithin}.
     *
     * @param timing the skew by which a time may be ahead and still move a clock
     * @param start the time before which no time starts a clock, epoch milliseconds; {@link #NO_TIME} if any may
     * @param wallClock the machine's time, epoch milliseconds
     */
    public static PartitionClock ofRecordTimes(TimeBounds timing, long start, LongSupplier wallClock) {
        return new PartitionClock(timing.maxSkewMillis(), start, wallClock);
    }

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
     * Moves the clock of a partition by the own time of its next slot's record, if that time is plausible.
     *
     * @param partition the partition's number, at least 0
     * @param eventTime the record's own time, epoch milliseconds, or {@link #NO_TIME}
     * @return the time of the slot, as {@link #tick} returns it; the record's own where that is before the start and no
     *     other is known
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

    /** Whether a time is at most {@code maxSkew} milliseconds ahead of {@code newest}; true if no time is known. */
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
