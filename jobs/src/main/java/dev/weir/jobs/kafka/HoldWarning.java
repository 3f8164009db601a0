package dev.weir.jobs.kafka;

import dev.weir.operators.tally.Rejection;
import dev.weir.operators.tally.Tally;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says in the log, which is private, that records have been lost behind an open transaction: how many, not which, and once
 * a minute at most.
 */
final class HoldWarning {

    private static final Logger LOG = LoggerFactory.getLogger(HoldWarning.class);
    private static final long MINUTE = 60_000;

    private long said;
    private long notBefore = Long.MIN_VALUE;

    /**
     * Looks at the totals of the newest checkpoint, those of the attempts before included.
     *
     * @param now epoch milliseconds
     */
    void look(Tally totals, long now) {
        if (isDue(totals, now)) {
            LOG.warn(
                    "{} records came after their windows had closed (HELD_TOO_LONG, since the first start): a transaction"
                            + " on the input was open for longer than clock.hold",
                    said);
        }
    }

    /** Whether there is more to say than has been said, and time to say it; then it counts as said. */
    boolean isDue(Tally totals, long now) {
        long lost = lost(totals);
        if (lost == said || now < notBefore) {
            return false;
        }
        said = lost;
        notBefore = now + MINUTE;
        return true;
    }

    /** A record that several queries have lost is one record. */
    private static long lost(Tally totals) {
        long most = 0;
        for (int query = 0; query < totals.counts().length / Tally.WIDTH; query++) {
            most = Math.max(most, totals.of(query, Rejection.HELD_TOO_LONG));
        }
        return most;
    }
}
