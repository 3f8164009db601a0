package dev.weir.jobs.kafka.client;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.NotEnoughReplicasAfterAppendException;
import org.apache.kafka.common.errors.NotEnoughReplicasException;
import org.apache.kafka.common.errors.OffsetOutOfRangeException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.UnknownTopicIdException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Describes failures of the brokers or of a Kafka client in words. The message of the exception itself is not shown. */
public final class BrokerFailure {

    private static final String NO_TOPIC = "the brokers do not know a topic of the pipeline: was it deleted?";
    private static final String NO_REPLICAS = "a topic has fewer replicas in sync than min.insync.replicas";
    private static final String NO_OFFSET = "the topic no longer has the records from which the job goes on";
    private static final String REPLACED = "another writer has taken over";

    private static final Map<Class<? extends KafkaException>, String> WORDS = words();

    private BrokerFailure() {}

    /** Returns the words by class of exception, special classes before general ones. The first class that matches is used. */
    private static Map<Class<? extends KafkaException>, String> words() {
        Map<Class<? extends KafkaException>, String> words = new LinkedHashMap<>();
        words.put(UnknownTopicOrPartitionException.class, NO_TOPIC);
        words.put(UnknownTopicIdException.class, NO_TOPIC);
        words.put(NotEnoughReplicasException.class, NO_REPLICAS);
        words.put(NotEnoughReplicasAfterAppendException.class, NO_REPLICAS);
        words.put(OffsetOutOfRangeException.class, NO_OFFSET);
        words.put(InvalidOffsetException.class, NO_OFFSET);
        words.put(AuthenticationException.class, "the brokers refused the login");
        words.put(AuthorizationException.class, "the job lacks a right on the brokers");
        words.put(RecordTooLargeException.class, "a message is longer than its topic takes");
        words.put(ProducerFencedException.class, REPLACED);
        words.put(InvalidProducerEpochException.class, REPLACED);
        words.put(RetriableException.class, "the brokers do not answer");
        words.put(KafkaException.class, "the brokers, or their client, have failed");
        return words;
    }

    /**
     * Describes a failure in words and with the name of its class; empty for an exception that is not Kafka's.
     *
     * @param failure the exception; its causes are ignored
     */
    public static Optional<String> words(Throwable failure) {
        return WORDS.entrySet().stream()
                .filter(entry -> entry.getKey().isInstance(failure))
                .map(entry -> entry.getValue() + " (" + failure.getClass().getSimpleName() + ")")
                .findFirst();
    }
}
