package dev.weir.jobs.pipeline;

import dev.weir.operators.counters.CounterSink;
import dev.weir.operators.counters.RecordCounters;
import dev.weir.operators.counters.Rejection;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs the number of records that were lost behind an open transaction, at most once a minute. The log is private, and
 * does not say which records were lost. The counters pass through this sink on their way to another one.
 */
final class HoldWarning implements CounterSink {

    private static final long serialVersionUID = 1L;

    private static final Logger LOG = LoggerFactory.getLogger(HoldWarning.class);
    private static final long MINUTE = 60_000;

    private final CounterSink counters;
    private long logged;
    private long notBefore = Long.MIN_VALUE;

    /**
     * Creates a sink in front of another one.
     *
     * @param counters the sink to which the counters go
     */
    HoldWarning(CounterSink counters) {
        this.counters = counters;
    }

    /** Takes the totals of the newest checkpoint, which include the totals of earlier attempts. */
    @Override
    public void write(RecordCounters totals) throws IOException {
        if (isDue(totals, System.currentTimeMillis())) {
            LOG.warn(
                    "{} records came after their windows had closed (HELD_TOO_LONG, since the first start): a transaction"
                            + " on the input was open for longer than clock.hold",
                    logged);
        }
        counters.write(totals);
    }

    /**
     * Whether a warning is due: more records are lost than have been logged, and the last warning is at least a minute
     * old. If so, the lost records count as logged from now on.
     *
     * @param now epoch milliseconds
     */
    boolean isDue(RecordCounters totals, long now) {
        long lost = lost(totals);
        if (lost == logged || now < notBefore) {
            return false;
        }
        logged = lost;
        notBefore = now + MINUTE;
        return true;
    }

    /** The largest number of lost records of any query. A sum would count a record once for each query that lost it. */
    private static long lost(RecordCounters totals) {
        long most = 0;
        for (int query = 0; query < totals.counts().length / RecordCounters.WIDTH; query++) {
            most = Math.max(most, totals.of(query, Rejection.HELD_TOO_LONG));
        }
        return most;
    }
}
