package dev.weir.operators.time;

import java.io.Serializable;
import java.time.Duration;

/**
 * The bounds by which a record is too late or too early, compared with the time of its own slot. A slot is one position
 * of the input.
 *
 * @param delayMillis how long a window stays open after its end, in milliseconds of the public clock; at least 0
 * @param maxSkewMillis the largest time, in milliseconds, by which a record's time may be ahead of its slot's; at least
 * 0
 */
public record TimeBounds(long delayMillis, long maxSkewMillis) implements Serializable {

    /** @throws IllegalArgumentException if a bound is below 0 */
    public TimeBounds {
        if (delayMillis < 0 || maxSkewMillis < 0) {
            throw new IllegalArgumentException(
                    "delay and max-skew must be >= 0 ms, were " + delayMillis + " and " + maxSkewMillis);
        }
    }

    /**
     * The bounds by which a record is too late or too early.
     *
     * @param delay how long a window stays open after its end, by the public clock; at least 0
     * @param maxSkew the largest time by which a record's time may be ahead of its slot's; at least 0
     * @throws IllegalArgumentException if a parameter is below 0
     */
    public static TimeBounds of(Duration delay, Duration maxSkew) {
        return new TimeBounds(delay.toMillis(), maxSkew.toMillis());
    }

    /**
     * The latest event time that is not too far ahead of a slot.
     *
     * @param slotTime the slot's time, epoch milliseconds
     * @return epoch milliseconds
     */
    public long latest(long slotTime) {
        return slotTime <= Long.MAX_VALUE - maxSkewMillis ? slotTime + maxSkewMillis : Long.MAX_VALUE;
    }

    /**
     * The time up to which windows are closed when a slot arrives: a window that ends at or before this time is closed.
     *
     * @param slotTime the slot's time, epoch milliseconds
     * @return epoch milliseconds
     */
    public long closed(long slotTime) {
        return slotTime >= Long.MIN_VALUE + delayMillis ? slotTime - delayMillis : Long.MIN_VALUE;
    }
}
