package dev.weir.jobs.kafka;

import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/**
 * What the brokers answer to the records of one transaction. An offset that is lower than one that is known to be taken says
 * that the topic has been deleted and made again: then the transaction must not be committed, for it follows nothing.
 */
final class LedgerAnswers implements Callback {

    private final LedgerLog log;
    private final long least;
    private volatile @Nullable KafkaException failure;

    LedgerAnswers(LedgerLog log) {
        this.log = log;
        this.least = log.known();
    }

    @Override
    public void onCompletion(@Nullable RecordMetadata metadata, @Nullable Exception problem) {
        if (problem != null) {
            failure = problem instanceof KafkaException known ? known : new KafkaException(problem);
        } else if (metadata != null && metadata.hasOffset()) {
            place(metadata.offset());
        }
    }

    private void place(long offset) {
        if (offset < least) {
            failure = new KafkaException("the topic is not the one that has been read");
        } else {
            log.written(offset);
        }
    }

    /**
     * Returns if every record that was answered has its place.
     *
     * @throws KafkaException if one has not
     */
    void requireAll() {
        KafkaException found = failure;
        if (found != null) {
            throw found;
        }
    }
}
