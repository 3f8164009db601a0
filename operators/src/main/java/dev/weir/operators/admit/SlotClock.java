package dev.weir.operators.admit;

import java.util.HashMap;
import java.util.Map;

/**
 * The public clock: a slot's time is the running maximum of the times of its partition's slots, up to and including it.
 *
 * <p>Every slot ticks, rejected and filtered ones too, so that no record's content moves a close.
 */
public final class SlotClock {

    private final Map<Integer, Long> newest = new HashMap<>();

    /**
     * The time of a partition's next slot.
     *
     * @param written when the slot was written, epoch milliseconds, or {@link SlotReader#NO_TIME} if it does not say
     * @return the running maximum, or {@link SlotReader#NO_TIME} if no slot of the partition has had a time
     */
    public long tick(int partition, long written) {
        return newest.merge(partition, written, Math::max);
    }

    /**
     * The same for a clock that runs by the records' own times: one that is more than {@code maxSkew} milliseconds ahead
     * of the newest time does not move it.
     */
    public long tickWithin(int partition, long eventTime, long maxSkew) {
        long now = newest.getOrDefault(partition, SlotReader.NO_TIME);
        boolean plausible = now == SlotReader.NO_TIME || now > Long.MAX_VALUE - maxSkew || eventTime <= now + maxSkew;
        return tick(partition, plausible ? eventTime : now);
    }

    /** The newest time of each partition. */
    public Map<Integer, Long> newest() {
        return Map.copyOf(newest);
    }
}
