package dev.weir.operators.clock;

import java.util.function.LongSupplier;

/** Decides which times are too far ahead of the wall clock to be true. It reads the wall clock only when necessary. */
final class WallClockLimit {

    private final LongSupplier wallClock;
    private final long maxSkew;

    /**
     * The latest time that was allowed when the wall clock was last read. Because the wall clock only advances, this
     * time is still allowed.
     */
    private long latest = Long.MIN_VALUE;

    /**
     * Creates a limit.
     *
     * @param wallClock the machine's time, epoch milliseconds
     * @param maxSkew how many milliseconds a time may be ahead of the wall clock, at least 0
     */
    WallClockLimit(LongSupplier wallClock, long maxSkew) {
        this.wallClock = wallClock;
        this.maxSkew = maxSkew;
    }

    /** Whether a time, epoch milliseconds, is not too far ahead of the wall clock. */
    boolean allows(long time) {
        if (time > latest) {
            long now = wallClock.getAsLong();
            latest = now > Long.MAX_VALUE - maxSkew ? Long.MAX_VALUE : now + maxSkew;
        }
        return time <= latest;
    }
}
