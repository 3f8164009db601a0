package dev.weir.operators.query;

import dev.weir.operators.identity.TaggedFields;
import java.io.Serializable;
import java.time.Duration;

/**
 * Half-open windows {@code [start, start + size)} of event time, aligned to the epoch, in UTC.
 *
 * @param sizeMillis the size in milliseconds, at least 1
 */
public record TumblingWindow(long sizeMillis) implements Serializable {

    private static final int KIND = 1;
    private static final int SIZE = 2;
    private static final int TUMBLING = 1;

    public TumblingWindow {
        if (sizeMillis < 1) {
            throw new IllegalArgumentException("window must be at least 1 ms, was " + sizeMillis + " ms");
        }
    }

    /** Windows of this size. */
    public static TumblingWindow of(Duration size) {
        return new TumblingWindow(size.toMillis());
    }

    /** What the windows are, for a fingerprint. */
    public TaggedFields identity() {
        return new TaggedFields().put(KIND, TUMBLING).put(SIZE, sizeMillis);
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
