package dev.weir.jobs.kafka.ledger.log;

import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/**
 * What the brokers answer to the records of one transaction. Another topic's id, or an offset that is lower than one that is known
 * to be taken, says that the topic has been deleted and made again: then the transaction must not be committed, for it follows
 * nothing. The id is looked at once every record has been answered, so that the records are in the topic that has it.
 */
public final class LedgerAnswers implements Callback {

    private final LedgerLog log;
    private final long least;
    private volatile @Nullable KafkaException failure;

    /**
     * Waits for the answers to the records of a transaction that begins.
     *
     * @param log where the records go
     */
    public LedgerAnswers(LedgerLog log) {
        this.log = log;
        this.least = log.known();
    }

    @Override
    public void onCompletion(@Nullable RecordMetadata metadata, @Nullable Exception problem) {
        if (problem != null) {
            fail(problem instanceof KafkaException known ? known : new KafkaException(problem));
        } else if (metadata != null && metadata.hasOffset()) {
            place(metadata.offset());
        }
    }

    /** The first failure is the reason of those that follow. */
    private void fail(KafkaException reason) {
        if (failure == null) {
            failure = reason;
        }
    }

    private void place(long offset) {
        if (offset < least) {
            fail(new KafkaException("the topic is not the one that has been read"));
        } else {
            log.written(offset);
        }
    }

    /**
     * Returns if every record that was answered has its place, in the topic that has been read.
     *
     * @throws KafkaException if one has not
     */
    public void requireAll() {
        KafkaException found = failure;
        if (found != null) {
            throw found;
        }
        log.requireSame();
    }
}
