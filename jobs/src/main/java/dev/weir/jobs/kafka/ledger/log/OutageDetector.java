package dev.weir.jobs.kafka.ledger.log;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Decides when an outage of something that is asked again and again is worth a line: once when no attempt has succeeded
 * for ten seconds, and once when one succeeds again.
 */
final class OutageDetector {

    private static final long OUTAGE_NANOS = Duration.ofSeconds(10).toNanos();

    private final LongSupplier nanos;
    private long succeededAt;
    private boolean isOut;

    /**
     * A detector that has not begun.
     *
     * @param nanos the time, as {@link System#nanoTime}
     */
    OutageDetector(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** The first attempt follows. */
    void begin() {
        succeededAt = nanos.getAsLong();
    }

    /**
     * An attempt has succeeded.
     *
     * @return whether that ends an outage of which a line has been written
     */
    boolean succeeded() {
        boolean wasOut = isOut;
        succeededAt = nanos.getAsLong();
        isOut = false;
        return wasOut;
    }

    /**
     * An attempt has failed.
     *
     * @return whether no attempt has succeeded for ten seconds, and no line has been written of that
     */
    boolean failed() {
        boolean isNews = !isOut && nanos.getAsLong() - succeededAt > OUTAGE_NANOS;
        isOut |= isNews;
        return isNews;
    }
}
