package dev.weir.jobs.kafka.ledger.log;

import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.jobs.kafka.client.ClientSettings;
import dev.weir.jobs.kafka.client.Interruption;
import dev.weir.jobs.kafka.client.LedgerSettings;
import dev.weir.operators.ledger.Ledger;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.flink.util.ExceptionUtils;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.jspecify.annotations.Nullable;

/**
 * One transactional id of a ledger, which this process may take, use and release.
 *
 * <p><b>What a failure means.</b> All records are acknowledged before the brokers are asked to commit. A failure before this
 * request leaves nothing in the log, whatever its cause, because only the holder can request a commit. If the failure is a
 * newer epoch of the id, another process has taken the id. This does not hold for a transaction that exceeded its time-out,
 * because the brokers may have raised the epoch themselves to abort it. If the commit itself fails, its outcome is unknown,
 * even if the failure is a newer epoch: the client repeats a request whose answer was lost, and the brokers may have executed
 * the first request. After every failure except a proven loss of the id, the id is released and must be taken again.
 *
 * <p><b>Time.</b> Transactions take milliseconds, so their time-out is short, because a start waits that long for a transaction
 * that a killed process has left open. A transaction with a very large batch on slow brokers may take longer. After a failure
 * later than the time-out, the id is taken with twice the time-out, up to one minute, so that the batch is written in the end.
 */
public final class TransactionalId {

    private final String id;
    private final LedgerLog log;
    private volatile ClientSettings settings;
    private volatile @Nullable Producer<byte[], byte[]> producer;
    private boolean fenced;

    /**
     * Creates an id that this process does not hold yet.
     *
     * @param settings the settings that all clients of the ledger share
     * @param id the transactional id
     * @param log the log for the records that are written under the id
     */
    public TransactionalId(ClientSettings settings, String id, LedgerLog log) {
        this.settings = LedgerSettings.ofWriter(settings, id);
        this.id = id;
        this.log = log;
    }

    /**
     * Takes the id. When this method returns, every transaction of the earlier holder is either committed or can never be
     * committed.
     *
     * @throws IOException if the brokers do not give the id to this process
     */
    public void take() throws IOException, InterruptedException {
        release();
        try {
            Producer<byte[], byte[]> taking = settings.producer();
            producer = taking;
            taking.initTransactions();
        } catch (InterruptException e) {
            release();
            throw Interruption.during("taking " + id);
        } catch (KafkaException e) {
            notTaken(e);
        }
    }

    /**
     * Handles a failure to take the id. A newer epoch means that another process took the id a moment later: this holder is
     * fenced, and reports this when it writes.
     */
    private void notTaken(KafkaException e) throws IOException {
        if (isNewerEpoch(e)) {
            fenced = true;
            return;
        }
        release();
        requireShortEnough(e);
        String reason = e.getClass().getSimpleName();
        throw new IOException("transactional id " + id + " could not be taken: " + reason, e);
    }

    /** Refuses a time-out above the brokers' limit. Kafka's client has no exception type for this: only the message names the limit. */
    private static void requireShortEnough(KafkaException e) {
        if (String.valueOf(e.getMessage()).contains("transaction.max.timeout.ms")) {
            throw LedgerTopic.unusable(LedgerSettings.TIMEOUT + " of the client is above the brokers'"
                    + " transaction.max.timeout.ms: lower it");
        }
    }

    /** Releases the id if this process holds it. Any thread may call this. */
    public void release() {
        Producer<byte[], byte[]> held = producer;
        producer = null;
        fenced = false;
        if (held != null) {
            close(held);
        }
    }

    private static void close(Producer<byte[], byte[]> held) {
        try {
            held.close(Duration.ZERO);
        } catch (KafkaException e) {
            // the producer is closed; the interrupt flag of the thread tells why it did not wait
        }
    }

    /**
     * Writes records in one transaction.
     *
     * @param records the records, in their order
     * @param beside messages to other topics that are committed in the same transaction
     * @throws IllegalStateException if the id is not held
     */
    public Ledger.Result write(Iterable<? extends LedgerRecord> records, List<ProducerRecord<byte[], byte[]>> beside) {
        Producer<byte[], byte[]> held = producer;
        if (held == null) {
            throw new IllegalStateException("the id must be taken before anything is written under it");
        }
        return fenced
                ? Ledger.Result.FENCED
                : write(held, answers -> {
                    send(held, records, answers);
                    beside.forEach(message -> sendBeside(held, message, answers));
                });
    }

    private Ledger.Result write(Producer<byte[], byte[]> held, Consumer<LedgerAnswers> sending) {
        long begun = System.nanoTime();
        try {
            held.beginTransaction();
            LedgerAnswers answers = new LedgerAnswers(log);
            sending.accept(answers);
            held.flush();
            answers.requireAll();
            answers.tellWatch();
        } catch (KafkaException e) {
            return failed(held, e, begun);
        } catch (RuntimeException | Error e) {
            abort(held);
            throw e;
        }
        try {
            held.commitTransaction();
            return Ledger.Result.WRITTEN;
        } catch (KafkaException e) {
            if (isOver(begun)) {
                takeLongerNextTime();
            }
            release();
            return Ledger.Result.UNKNOWN;
        }
    }

    /** Whether a transaction has taken so long that the brokers may have aborted it. */
    private boolean isOver(long begun) {
        return System.nanoTime() - begun >= TimeUnit.MILLISECONDS.toNanos(LedgerSettings.timeoutMillis(settings));
    }

    private void takeLongerNextTime() {
        settings = LedgerSettings.withLongerTimeout(settings);
    }

    /**
     * Sends a message to another topic as part of the transaction. The message's offset is not reported, because it is an
     * offset of another topic than the log's.
     */
    private static void sendBeside(
            Producer<byte[], byte[]> held, ProducerRecord<byte[], byte[]> message, LedgerAnswers answers) {
        Future<RecordMetadata> unused = held.send(message, (metadata, problem) -> answers.onCompletion(null, problem));
    }

    private void send(Producer<byte[], byte[]> held, Iterable<? extends LedgerRecord> records, LedgerAnswers answers) {
        LedgerMessages messages = log.messages(held, answers);
        records.forEach(messages::add);
        messages.end();
    }

    /** Aborts the transaction. If this fails, the id is released. */
    private void abort(Producer<byte[], byte[]> held) {
        try {
            held.abortTransaction();
        } catch (KafkaException | IllegalStateException e) {
            release();
        }
    }

    /** Stops the job if a row is too long, because it would be too long at every retry. The batch stays in the job's state. */
    private void requireFitting(Producer<byte[], byte[]> held, KafkaException e) {
        if (ExceptionUtils.findThrowable(e, RecordTooLargeException.class).isPresent()) {
            abort(held);
            throw LedgerTopic.unusable("a row is longer than topic "
                    + log.partition().topic() + " or the client takes: raise the topic's "
                    + TopicConfig.MAX_MESSAGE_BYTES_CONFIG + ", or " + ProducerConfig.BUFFER_MEMORY_CONFIG
                    + " of the client properties");
        }
    }

    /**
     * Returns the result of a failed transaction. The holder counts as fenced only if the id has a newer epoch and the
     * transaction stayed within its time-out. After the time-out the brokers themselves raise the epoch.
     */
    private Ledger.Result failed(Producer<byte[], byte[]> held, KafkaException e, long begun) {
        requireFitting(held, e);
        if (isOver(begun)) {
            takeLongerNextTime();
        } else if (isNewerEpoch(e)) {
            fenced = true;
            return Ledger.Result.FENCED;
        }
        // an aborted transaction does not hold up the next reader until its time-out
        abort(held);
        release();
        return Ledger.Result.UNKNOWN;
    }

    private static boolean isNewerEpoch(Exception e) {
        return ExceptionUtils.findThrowable(e, ProducerFencedException.class).isPresent()
                || ExceptionUtils.findThrowable(e, InvalidProducerEpochException.class)
                        .isPresent();
    }
}
