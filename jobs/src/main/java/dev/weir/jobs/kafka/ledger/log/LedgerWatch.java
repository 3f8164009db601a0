package dev.weir.jobs.kafka.ledger.log;

import dev.weir.accountant.journal.reading.OwnRecords;
import dev.weir.jobs.kafka.client.LedgerSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.function.IntConsumer;
import org.apache.flink.util.IOUtils;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches, while a pipeline runs, for records that others write into the topic of its ledger. Anyone who may write there can stop the pipelines of a domain at their next start. Foreign records are therefore
 * reported within seconds, while people still know who wrote them. A log line tells the position of the first new foreign
 * record and the number of further ones, and nothing of their bytes.
 *
 * <p>The watch begins where the last reading ended. Twice a second it asks for the ends of the log. It reads nothing if the log has not grown,
 * and nothing up to the end of a transaction of this process ({@link OwnTransactions}).
 */
public final class LedgerWatch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LedgerWatch.class);
    private static final Duration POLL = Duration.ofSeconds(1);
    private static final long AGAIN_MILLIS = 500;

    /** Small, because transactions of this process may follow, which the watch leaves out. Brokers send at least one whole batch, however long it is. */
    private static final String FETCH_BYTES = Integer.toString(1 << 16);

    private static final long BETWEEN_REPORTS_MILLIS = 1000;

    private final LedgerLog log;
    private volatile IntConsumer foreign = records -> {};
    private volatile @Nullable Thread watching;
    private final LogConsumer consumer;
    private long next;
    private boolean isLost;
    private OwnRecords ownRecords = new OwnRecords();
    private final OutageDetector outages = new OutageDetector(System::nanoTime);

    /**
     * Creates a watch that has not started.
     *
     * @param log the log to watch
     */
    public LedgerWatch(LedgerLog log) {
        this.log = log;
        this.consumer = new LogConsumer(
                () -> LedgerSettings.ofReader(log.settings())
                        .with(Map.of(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, FETCH_BYTES))
                        .consumer(),
                log.partition());
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
            while (watching != null) {
                tryLook();
                Thread.sleep(AGAIN_MILLIS);
            }
        } catch (InterruptedException | InterruptException e) {
            LOG.debug("the watch has been stopped");
        } finally {
            boolean unused = Thread.interrupted(); // a consumer logs an error if it is closed while the flag is set
            IOUtils.closeQuietly(consumer);
        }
    }

    /** Looks once. After any failure the caller tries again, so that the watch never ends unnoticed. */
    private void tryLook() throws InterruptedException {
        try {
            if (!look(log.brokers().ends())) {
                failed(new TimeoutException());
            } else if (outages.succeeded()) {
                LOG.warn(
                        "the ledger in topic {} is watched again",
                        log.partition().topic());
            }
        } catch (OffsetOutOfRangeException e) {
            isLost = true;
        } catch (InterruptException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            failed(e);
            IOUtils.closeQuietly(consumer);
        }
    }

    /**
     * Reads up to the end of the readable records. A poll that brings nothing ends the look. Where the written records end before the next
     * one, the consumer finds out whether they were lost, because an admin client may ask a broker that is the leader no more.
     *
     * @return whether the end was reached
     */
    private boolean look(LogAdmin.BothEnds ends) throws InterruptedException {
        long before;
        do {
            before = next;
            next = log.ownTransactions().behind(next, ends);
            if (isLost || next < ends.readable() || next > ends.written()) {
                poll();
            }
        } while (next != before && next < ends.readable() && watching != null);
        return next >= ends.readable();
    }

    private void poll() throws InterruptedException {
        Consumer<byte[], byte[]> reading = consumer.at(next);
        if (isLost) {
            beginAgain(reading);
        }
        List<Long> found = foreign(reading.poll(POLL).records(log.partition()));
        next = reading.position(log.partition());
        report(found);
    }

    /**
     * Goes to the first record that is left where the next one is gone, because the ledger was cut behind it while the brokers could not be reached. A ledger
     * that was cut begins at a barrier, behind which no part of an earlier snapshot follows.
     */
    private void beginAgain(Consumer<byte[], byte[]> reading) {
        log.ownTransactions().clear();
        reading.seekToBeginning(List.of(log.partition()));
        next = reading.position(log.partition());
        ownRecords = new OwnRecords();
        isLost = false;
    }

    private void failed(Exception failure) {
        LOG.debug("topic {} cannot be watched", log.partition().topic(), failure);
        if (watching != null && outages.failed()) {
            LOG.warn(
                    "the ledger in topic {} cannot be watched for what others write there ({}): asking again until it"
                            + " can",
                    log.partition().topic(),
                    failure.getClass().getSimpleName());
        }
    }

    /** The offsets of the foreign records among messages. */
    private List<Long> foreign(List<ConsumerRecord<byte[], byte[]>> messages) {
        return messages.stream()
                .filter(message -> !isOfLedger(message.value()))
                .map(ConsumerRecord::offset)
                .toList();
    }

    /** Reports foreign records, at most once a second however many there are, because the receiver writes a record for each report. */
    private void report(List<Long> offsets) throws InterruptedException {
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
            Thread.sleep(BETWEEN_REPORTS_MILLIS);
        }
    }

    private boolean isOfLedger(byte @Nullable [] message) {
        // nearly all bytes are in messages of rows alone, about which there is nothing to remember
        if (LedgerMessages.isRows(message)) {
            return true;
        }
        boolean[] isRecord = {true};
        LedgerMessages.read(message, bytes -> isRecord[0] &= ownRecords.isOwn(bytes));
        return isRecord[0];
    }

    /** Stops the watch. The interruption comes before the thread sees that it has to end, so that none comes while it closes its consumer. */
    @Override
    public void close() {
        Thread started = watching;
        if (started != null) {
            started.interrupt();
            watching = null;
        }
    }
}
