package dev.weir.jobs.kafka.ledger.log;

import dev.weir.accountant.journal.reading.OwnRecords;
import dev.weir.jobs.kafka.client.Interruption;
import dev.weir.jobs.kafka.client.LedgerSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches, while a pipeline runs, for records that others write into the topic of its ledger. It begins where the last reading
 * ended, and leaves out rows that this process has written ({@link OwnRows}). Anyone who may write there can stop the pipelines of a domain at their next start. Foreign records are therefore
 * reported within seconds, while people still know who wrote them. A log line tells the position of the first new foreign
 * record and the number of further ones, and nothing of their bytes.
 */
public final class LedgerWatch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LedgerWatch.class);
    private static final Duration POLL = Duration.ofSeconds(1);
    private static final long AGAIN_MILLIS = 1000;

    /** Small, because what was fetched before the watch is told of own rows is in vain. Brokers send at least one whole batch, however long it is. */
    private static final String FETCH_BYTES = Integer.toString(1 << 16);

    private final LedgerLog log;
    private volatile IntConsumer foreign = records -> {};
    private volatile @Nullable Thread watching;
    private long next;
    private boolean isLost;
    private OwnRecords own = new OwnRecords();
    private final OutageDetector outages = new OutageDetector(System::nanoTime);

    /**
     * Creates a watch that has not started.
     *
     * @param log the log to watch
     */
    public LedgerWatch(LedgerLog log) {
        this.log = log;
    }

    /**
     * Starts the watch, and reports to a receiver.
     *
     * @param told takes the number of foreign records since its last call; called in the watching thread
     */
    public synchronized void start(IntConsumer told) {
        foreign = told;
        if (watching == null) {
            next = log.known();
            Thread thread = new Thread(this::lookOn, "weir-ledger-watch");
            thread.setDaemon(true);
            watching = thread;
            thread.start();
        }
    }

    private void lookOn() {
        outages.begin();
        try {
            tryLook();
            while (watching != null) {
                Thread.sleep(AGAIN_MILLIS);
                tryLook();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Polls the topic until the watch is closed or a failure occurs. After any failure the caller tries again, so that the
     * watch never ends unnoticed.
     */
    private void tryLook() throws InterruptedException {
        try (KafkaConsumer<byte[], byte[]> consumer = LedgerSettings.ofReader(log.settings())
                .with(Map.of(
                        ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG,
                        "500",
                        ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG,
                        FETCH_BYTES))
                .consumer()) {
            pollUntilClosed(consumer);
        } catch (OffsetOutOfRangeException e) {
            isLost = true;
        } catch (RuntimeException e) {
            failed(e);
        }
    }

    /** Polls until the watch is closed. An interruption clears the thread's flag before the consumer is closed, because {@code close} logs an error while it is set. */
    private void pollUntilClosed(KafkaConsumer<byte[], byte[]> consumer) throws InterruptedException {
        try {
            consumer.assign(List.of(log.partition()));
            begin(consumer);
            while (watching != null) {
                passOwnRows(consumer);
                List<ConsumerRecord<byte[], byte[]>> messages =
                        consumer.poll(POLL).records(log.partition());
                if (messages.isEmpty()) {
                    // an idle topic and missing brokers look alike to poll: only an answer shows that the brokers are
                    // there
                    consumer.endOffsets(List.of(log.partition()), POLL);
                }
                look(messages);
                if (outages.succeeded()) {
                    LOG.warn(
                            "the ledger in topic {} is watched again",
                            log.partition().topic());
                }
            }
            boolean unused = Thread.interrupted(); // by close, before it ended the loop
        } catch (InterruptException e) {
            throw Interruption.during("watching the ledger");
        }
    }

    private void passOwnRows(KafkaConsumer<byte[], byte[]> consumer) {
        long behind = log.ownRows().behind(next);
        if (behind > next) {
            next = behind;
            consumer.seek(log.partition(), next);
        }
    }

    private void failed(RuntimeException failure) {
        LOG.debug("topic {} cannot be watched", log.partition().topic(), failure);
        if (watching != null && outages.failed()) {
            LOG.warn(
                    "the ledger in topic {} cannot be watched for what others write there ({}): asking again until it"
                            + " can",
                    log.partition().topic(),
                    failure.getClass().getSimpleName());
        }
    }

    /**
     * Goes to the next record. Where that is gone, because the ledger was cut behind it while the brokers could not be reached, the watch
     * begins again with what is left, at a barrier, behind which no part of an earlier snapshot follows.
     */
    private void begin(KafkaConsumer<byte[], byte[]> consumer) {
        if (isLost) {
            log.ownRows().clear();
            consumer.seekToBeginning(List.of(log.partition()));
            next = consumer.position(log.partition());
            own = new OwnRecords();
            isLost = false;
        } else {
            consumer.seek(log.partition(), next);
        }
    }

    /**
     * Reports the foreign records among {@code messages}, at most once a second however many there are, because the receiver
     * writes a record for each report.
     */
    private void look(List<ConsumerRecord<byte[], byte[]>> messages) throws InterruptedException {
        List<Long> offsets = messages.stream()
                .filter(message -> !isOfLedger(message.value()))
                .map(ConsumerRecord::offset)
                .toList();
        if (!messages.isEmpty()) {
            next = messages.get(messages.size() - 1).offset() + 1;
        }
        if (!offsets.isEmpty()) {
            LOG.warn(
                    "somebody else writes into the ledger: topic {}, partition {}, offset {} cannot be read{}. Starts are"
                            + " refused (LEDGER_BROKEN) until every pipeline of the domain that has not ended has written"
                            + " again. Find out who can write to this topic, and revoke that right",
                    log.partition().topic(),
                    log.partition().partition(),
                    offsets.get(0),
                    offsets.size() > 1 ? ", nor can " + (offsets.size() - 1) + " later records" : "");
            foreign.accept(offsets.size());
            Thread.sleep(AGAIN_MILLIS);
        }
    }

    private boolean isOfLedger(byte @Nullable [] message) {
        // nearly all bytes are in messages of rows alone, about which there is nothing to remember
        if (LedgerMessages.isRows(message)) {
            return true;
        }
        boolean[] isRecord = {true};
        LedgerMessages.read(message, bytes -> isRecord[0] &= own.isOwn(bytes));
        return isRecord[0];
    }

    /**
     * Stops the watch. The interruption comes before the thread sees that it has to end. So none comes while the thread closes
     * its consumer, unless a failure made it close the consumer.
     */
    @Override
    public void close() {
        Thread started = watching;
        if (started != null) {
            started.interrupt();
            watching = null;
        }
    }
}
