package dev.weir.jobs.kafka;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Decides when to report that something which is checked repeatedly is out of sight: once after ten seconds, and once
 * when it is back.
 */
final class Sight {

    private static final long PATIENCE_NANOS = Duration.ofSeconds(10).toNanos();

    private final LongSupplier nanos;
    private long seenAt;
    private boolean isLost;

    /**
     * A watch that has not begun.
     *
     * @param nanos the time, as {@link System#nanoTime}
     */
    Sight(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** Begins the watch. */
    void begin() {
        seenAt = nanos.getAsLong();
    }

    /**
     * Takes the result of a check that has seen it.
     *
     * @return whether to report it, because it had been reported as lost
     */
    boolean seen() {
        boolean wasLost = isLost;
        seenAt = nanos.getAsLong();
        isLost = false;
        return wasLost;
    }

    /**
     * Takes the result of a check that could not see it.
     *
     * @return whether to report it, because it has not been seen for ten seconds and this has not been reported
     */
    boolean missed() {
        boolean isNews = !isLost && nanos.getAsLong() - seenAt > PATIENCE_NANOS;
        isLost |= isNews;
        return isNews;
    }
}
