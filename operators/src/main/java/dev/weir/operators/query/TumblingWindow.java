package dev.weir.operators.query;

import java.io.Serializable;
import java.time.Duration;

/**
 * Half-open windows {@code [start, start + size)} of event time, aligned to the epoch, in UTC.
 *
 * @param sizeMillis the size in milliseconds, at least 1
 */
public record TumblingWindow(long sizeMillis) implements Serializable {

    public TumblingWindow {
        if (sizeMillis < 1) {
            throw new IllegalArgumentException("window must be at least 1 ms, was " + sizeMillis + " ms");
        }
    }

    /** Windows of this size. */
    public static TumblingWindow of(Duration size) {
        return new TumblingWindow(size.toMillis());
    }

    /** The start of the window that holds {@code time}, both in epoch milliseconds, as far as a long can name it. */
    public long startOf(long time) {
        long start = time - Math.floorMod(time, sizeMillis);
        return start <= time ? start : Long.MIN_VALUE;
    }

    /** The end of the window that holds {@code time}, both in epoch milliseconds, as far as a long can name it. */
    public long endOf(long time) {
        long start = startOf(time);
        return start <= Long.MAX_VALUE - sizeMillis ? start + sizeMillis : Long.MAX_VALUE;
    }
}
