package dev.weir.jobs.kafka.ledger.log;

import java.util.Optional;
import org.apache.kafka.common.config.TopicConfig;

/** Rules about the replication of a ledger's topics. With three or more brokers, the loss of one broker must lose no record. */
final class Replication {

    /** The number of brokers or replicas from which the rules apply. */
    static final int REPLICATED = 3;

    /** How many replicas must have a write before it is acknowledged. */
    static final int IN_SYNC = 2;

    private Replication() {}

    /**
     * Describes what is wrong with the replication of a topic; empty if nothing is wrong.
     *
     * @param brokers the number of brokers
     * @param replicas the number of replicas of the topic
     * @param inSync the topic's {@code min.insync.replicas}
     */
    static Optional<String> problem(int brokers, int replicas, int inSync) {
        if (brokers >= REPLICATED && replicas == 1) {
            return Optional.of("must have " + REPLICATED + " replicas on " + brokers + " brokers, has 1");
        }
        return replicas >= REPLICATED && inSync < IN_SYNC
                ? Optional.of("must have " + TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG + " of at least " + IN_SYNC
                        + " with three replicas, has " + inSync)
                : Optional.empty();
    }
}
