package dev.weir.jobs.kafka.ledger.log;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Decides when an outage of a repeated attempt should be logged: once when no attempt has succeeded for ten seconds, and once
 * when an attempt succeeds again.
 */
final class OutageDetector {

    private static final long OUTAGE_NANOS = Duration.ofSeconds(10).toNanos();

    private final LongSupplier nanos;
    private long succeededAt;
    private boolean isOut;

    /**
     * Creates a detector; {@link #begin} starts it.
     *
     * @param nanos the clock, as {@link System#nanoTime}
     */
    OutageDetector(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** Starts to measure time, before the first attempt. */
    void begin() {
        succeededAt = nanos.getAsLong();
    }

    /**
     * Notes that an attempt has succeeded.
     *
     * @return whether this ends an outage that has been logged
     */
    boolean succeeded() {
        boolean wasOut = isOut;
        succeededAt = nanos.getAsLong();
        isOut = false;
        return wasOut;
    }

    /**
     * Notes that an attempt has failed.
     *
     * @return whether to log an outage: no attempt has succeeded for ten seconds, and this has not been logged yet
     */
    boolean failed() {
        boolean isNews = !isOut && nanos.getAsLong() - succeededAt > OUTAGE_NANOS;
        isOut |= isNews;
        return isNews;
    }
}
