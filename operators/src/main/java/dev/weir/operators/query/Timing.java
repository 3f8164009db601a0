package dev.weir.operators.query;

import java.io.Serializable;

/**
 * When a record is too late or too early, by its own slot's time.
 *
 * @param delayMillis how far a window stays open behind the slots' time, at least 0
 * @param maxSkewMillis how far a record may be ahead of its slot, at least 0
 */
public record Timing(long delayMillis, long maxSkewMillis) implements Serializable {

    public Timing {
        if (delayMillis < 0 || maxSkewMillis < 0) {
            throw new IllegalArgumentException(
                    "delay and max-skew must be >= 0 ms, were " + delayMillis + " and " + maxSkewMillis);
        }
    }
}
