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
 * One transactional id of a ledger, as this process holds it or does not.
 *
 * <p><b>What a failure means.</b> All records are acknowledged before the brokers are asked to commit. A failure before that
 * leaves nothing in the log, whatever its reason, for nobody but this holder asks to commit. If the reason is that the id
 * has a newer epoch, somebody else has taken it, unless the transaction has taken so long that the brokers may have
 * given it the new epoch themselves, to abort it. A failure of the commit itself leaves its outcome open, also if the
 * answer is that the id has a newer epoch: the client repeats a request whose answer was lost, and the first one may have
 * done it. Where the outcome is open, or the reason is another one, the id is let go of, and must be taken again.
 *
 * <p><b>Time.</b> Transactions take milliseconds, so their time-out is short: a start waits that long for one that a killed process has
 * left open. One of a very large batch on slow brokers may take longer. After a failure that came later than the time-out the id is taken
 * with twice the time-out, so that the batch is written in the end.
 */
public final class TransactionalId {

    private final String id;
    private final LedgerLog log;
    private volatile ClientSettings settings;
    private volatile @Nullable Producer<byte[], byte[]> producer;
    private boolean fenced;

    /**
     * An id that is not held yet.
     *
     * @param settings what all clients of the ledger share
     * @param id the id
     * @param log where the records go that are written under the id
     */
    public TransactionalId(ClientSettings settings, String id, LedgerLog log) {
        this.settings = LedgerSettings.ofWriter(settings, id);
        this.id = id;
        this.log = log;
    }

    /**
     * Takes the id: what its earlier holder has begun is in the log, or never will be, when this returns.
     *
     * @throws IOException if the brokers do not give it
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

    /** Whoever has taken the id a moment later has fenced this holder, which finds out when it writes. */
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

    /** Kafka's client says this in words alone. */
    private static void requireShortEnough(KafkaException e) {
        if (String.valueOf(e.getMessage()).contains("transaction.max.timeout.ms")) {
            throw LedgerTopic.unusable(LedgerSettings.TIMEOUT + " of the client is above the brokers'"
                    + " transaction.max.timeout.ms: lower it");
        }
    }

    /** Lets go of the id, if it is held; may be called by any thread. */
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
            // it is closed, and the thread's interrupt flag says what kept it from waiting
        }
    }

    /**
     * Writes records in one transaction.
     *
     * @param records the records, in their order
     * @param beside messages of other topics that belong to it
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
     * Sends a message to another topic in the transaction, which is committed as a whole. The message has no place in
     * the log.
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

    /** Takes back what was sent, as far as the brokers can be reached. */
    private void abort(Producer<byte[], byte[]> held) {
        try {
            held.abortTransaction();
        } catch (KafkaException | IllegalStateException e) {
            release();
        }
    }

    /** A row that is too long now is too long at every retry: the job ends, and its batch stays in its state. */
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
     * The result of a failed transaction. It is fenced only if there is a newer epoch, which shows that somebody has
     * taken the id, and the transaction is not over its time-out, after which the brokers raise the epoch themselves.
     */
    private Ledger.Result failed(Producer<byte[], byte[]> held, KafkaException e, long begun) {
        requireFitting(held, e);
        if (isOver(begun)) {
            takeLongerNextTime();
        } else if (isNewerEpoch(e)) {
            fenced = true;
            return Ledger.Result.FENCED;
        }
        // whoever reads next need not wait for the brokers to find out
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
