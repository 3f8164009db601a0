package dev.weir.jobs.kafka.ledger.log;

import java.util.LongSummaryStatistics;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/**
 * Collects the brokers' answers to records that are written together, and detects that the topic has been deleted and made again.
 * Another topic id, or an offset lower than one that is known to be taken, shows this. Then the transaction must not be
 * committed, because the new topic lacks the records that it follows. The topic id is checked after every record has been
 * answered, so that the records are in the topic that has this id.
 */
public final class LedgerAnswers implements Callback {

    private final LedgerLog log;
    private final long least;
    private final LongSummaryStatistics offsets = new LongSummaryStatistics();
    private volatile @Nullable KafkaException failure;

    /**
     * Prepares for the answers to the records of a new transaction.
     *
     * @param log the log to which the records are written
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

    /** Keeps the first failure, because it is the cause of the later ones. */
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
            synchronized (offsets) {
                offsets.accept(offset);
            }
        }
    }

    /**
     * Requires that no answered record has failed, and that the topic is still the one that was read.
     *
     * @throws KafkaException if a record has failed, or the topic is another one
     */
    public void requireAll() {
        KafkaException found = failure;
        if (found != null) {
            throw found;
        }
        log.requireSame();
    }

    /**
     * Tells the watch of the log at which offsets the transaction is. Called before the commit, because the watch may read the records from
     * then on; and after all answers, because only then a gap between the offsets shows.
     */
    void tellWatch() {
        synchronized (offsets) {
            log.ownTransactions().add(offsets.getMin(), offsets.getMax(), offsets.getCount());
        }
    }
}
