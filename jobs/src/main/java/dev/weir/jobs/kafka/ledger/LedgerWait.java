package dev.weir.jobs.kafka.ledger;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.kafka.client.ClientSettings;
import dev.weir.jobs.kafka.client.LedgerSettings;
import java.time.Duration;

/** How long a start may have to wait for the ledger of its domain. */
public final class LedgerWait {

    private LedgerWait() {}

    /**
     * Returns the longest time that a start may wait for the ledger while brokers answer. It is the sum of three waits: for
     * the time-out of a transaction that a killed process has left open, for the brokers' next look for timed-out
     * transactions, and for a heartbeat of the previous owner.
     *
     * @param pipeline the pipeline; the topic of its ledger is on the brokers of its source
     */
    public static Duration longest(Pipeline pipeline) {
        ClientSettings client = LedgerSettings.of(pipeline.source().kafka());
        return Duration.ofMillis(LedgerSettings.timeoutMillis(client)
                + LedgerSettings.ABORT_INTERVAL_MILLIS
                + OwnerLiveness.SILENCE_MILLIS);
    }
}
