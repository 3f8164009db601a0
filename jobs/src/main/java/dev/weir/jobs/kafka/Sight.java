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
     * Nothing has been looked at.
     *
     * @param nanos the time, as {@link System#nanoTime}
     */
    Sight(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** From now on it is looked at. */
    void begin() {
        seenAt = nanos.getAsLong();
    }

    /**
     * It has been seen.
     *
     * @return whether that is worth a line, for it had been lost
     */
    boolean seen() {
        boolean wasLost = isLost;
        seenAt = nanos.getAsLong();
        isLost = false;
        return wasLost;
    }

    /**
     * It could not be seen.
     *
     * @return whether that is worth a line, for it has not been seen for ten seconds, and nobody has been told
     */
    boolean missed() {
        boolean isNews = !isLost && nanos.getAsLong() - seenAt > PATIENCE_NANOS;
        isLost |= isNews;
        return isNews;
    }
}
