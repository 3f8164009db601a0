package dev.weir.jobs.kafka.ledger.log;

import dev.weir.accountant.journal.reading.LedgerRecords;
import dev.weir.jobs.kafka.client.ClientSettings;
import dev.weir.jobs.kafka.client.Interruption;
import dev.weir.jobs.kafka.client.LedgerSettings;
import dev.weir.jobs.kafka.client.NewestRecord;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;

/**
 * The log of a ledger: the one partition of its topic, from the first offset on.
 *
 * <p><b>Whole transactions.</b> A reader of committed records sees the records before the first open transaction. These records
 * may include only a part of a committed transaction, if another transaction was begun between its records. So a reading asks
 * first for the end of the readable records and then for the end of the written ones, and begins only when both ends are equal.
 * Then no transaction was open, and every transaction with a record before this end has all its records there. The reading
 * stops at this end.
 *
 * <p>A reading therefore waits for every open transaction, also for one of a dead process. Such a transaction ends when
 * another process takes its id, or when the brokers abort it after its {@code transaction.timeout.ms}.
 *
 * <p><b>One topic.</b> A topic that is deleted and made again keeps its name and may reach the same offsets, but has another
 * id. A reading fails if the id changes while it goes on, and records are written only to the topic with this id
 * ({@link #requireSame}).
 */
public final class LedgerLog {

    private static final long PATIENCE_MILLIS = 60_000;

    private final ClientSettings settings;
    private final LogAdmin brokers;
    private final AtomicLong known = new AtomicLong();
    private final OwnTransactions ownTransactions = new OwnTransactions();
    private final Set<String> copies;
    private final int longestOfSeveral;
    private volatile Uuid id;
    private @Nullable LogExtent extentRead;
    private @Nullable LogEnd reached;

    /**
     * Creates the log in a topic that has been checked.
     *
     * @param settings the settings that all clients of the ledger share
     * @param admin a client of the brokers; the caller closes it when the log is no longer used
     * @param topic the topic
     */
    public LedgerLog(ClientSettings settings, Admin admin, Topic topic) {
        this.settings = settings.withBatchesUpTo(topic.found().limit());
        this.brokers = new LogAdmin(admin, new TopicPartition(topic.name(), 0));
        this.id = topic.found().id();
        this.longestOfSeveral = topic.found().longestOfSeveral();
        this.copies = topic.copies();
    }

    /**
     * The topic of a log.
     *
     * @param name the name of the topic
     * @param found the brokers' description of the topic
     * @param copies the topics whose newest records also show when the ledger was in use, as far as they are known
     */
    public record Topic(String name, LedgerTopic.Found found, Set<String> copies) {}

    /** The client that asks the brokers about the topic. */
    public Admin admin() {
        return brokers.admin();
    }

    /** The one partition of the topic. */
    public TopicPartition partition() {
        return brokers.partition();
    }

    /**
     * Creates an encoder that sends records, as messages, to the end of this log.
     *
     * @param producer the producer that sends the messages
     * @param answers receives the answers of the brokers
     */
    public LedgerMessages messages(Producer<byte[], byte[]> producer, Callback answers) {
        return new LedgerMessages(longestOfSeveral, bytes -> {
            Future<RecordMetadata> unused =
                    producer.send(new ProducerRecord<>(partition().topic(), 0, null, bytes), answers);
        });
    }

    /** What asks the brokers about the log. */
    LogAdmin brokers() {
        return brokers;
    }

    /** The transactions that this process has written, and the watch need not read. */
    OwnTransactions ownTransactions() {
        return ownTransactions;
    }

    /** The settings that all clients of the log share, with batches up to the topic's limit. */
    public ClientSettings settings() {
        return settings;
    }

    /** The lowest offset that the next record can have, as far as this process knows. */
    long known() {
        return known.get();
    }

    /** Notes the offset of a record that this process has written. */
    void written(long offset) {
        known.accumulateAndGet(offset + 1, Math::max);
    }

    /**
     * Passes on all records, with the offset and time of their messages. Also reports whether the first records are missing.
     *
     * @param records receives the records
     * @throws IOException if the brokers cannot be reached, an open transaction does not end in time, or the topic is deleted
     *     and made again during the reading
     */
    public void read(LedgerRecords records) throws IOException, InterruptedException {
        read(records, reader -> {
            reader.begin(records);
            return true;
        });
    }

    /**
     * Passes on the records from a barrier on, as {@link #read} does, after {@link LedgerRecords#cut}.
     *
     * @param barrier the offset of the barrier
     * @param records receives the records
     * @return false if nothing was passed on, because the log has nothing there
     * @throws IOException as {@link #read}; a part of the records may then have been passed on
     */
    public boolean readFrom(long barrier, LedgerRecords records) throws IOException, InterruptedException {
        return read(records, reader -> reader.beginAt(barrier, records));
    }

    /**
     * Passes on the records behind those of the newest reading of this log, as {@link #read} does.
     *
     * @param records receives the records
     * @return false if nothing was passed on, because that reading has failed or found nothing, or what it has read last is not there
     * @throws IOException as {@link #read}; a part of the records may then have been passed on
     */
    public boolean readOn(LedgerRecords records) throws IOException, InterruptedException {
        LogEnd before = reached;
        return before != null && read(before, records);
    }

    /** The place behind the newest reading, for {@link #readBehind}; empty if that reading has failed or found nothing. */
    public Optional<byte[]> reached() {
        return Optional.ofNullable(reached).map(LogEnd::bytes);
    }

    /**
     * Passes on the records behind a place that another log object has {@link #reached}, as {@link #readOn} does.
     *
     * @param place the bytes of the place, any
     * @param least the least offset that the place must have
     * @param records receives the records
     * @return false if nothing was passed on
     * @throws IOException as {@link #read}
     */
    public boolean readBehind(byte[] place, long least, LedgerRecords records)
            throws IOException, InterruptedException {
        Optional<LogEnd> before = LogEnd.of(place).filter(end -> end.offset() >= least);
        return before.isPresent() && read(before.get(), records);
    }

    private boolean read(LogEnd before, LedgerRecords records) throws IOException, InterruptedException {
        boolean isRead = read(records, reader -> reader.goOn(before));
        if (isRead && reached == null) {
            reached = before;
        }
        return isRead;
    }

    /** Moves a reader to where a reading begins, and returns false if the reading must not begin there. */
    @FunctionalInterface
    private interface Beginning {
        boolean isAt(LogReader reader) throws IOException;
    }

    private boolean read(LedgerRecords records, Beginning beginning) throws IOException, InterruptedException {
        reached = null;
        extentRead = null;
        LogExtent extent = brokers.extent(patienceMillis());
        try (LogConsumer consumer = LogConsumer.of(settings, partition())) {
            LogReader reader = new LogReader(consumer, extent, patienceMillis());
            if (!beginning.isAt(reader)) {
                return false;
            }
            ConsumerRecord<byte[], byte[]> last = reader.readTo(extent.end(), records);
            requireStill(extent.topic());
            ended(extent, last);
            return true;
        } catch (InterruptException e) {
            throw Interruption.during("reading the ledger");
        } catch (KafkaException e) {
            throw brokers.unreadable(e);
        }
    }

    private void requireStill(Uuid topic) throws IOException, InterruptedException {
        if (!brokers.id().equals(topic)) {
            throw new IOException("topic " + partition().topic() + " was deleted and made again while it was read");
        }
    }

    private void ended(LogExtent extent, @Nullable ConsumerRecord<byte[], byte[]> last) {
        id = extent.topic();
        known.set(extent.end());
        extentRead = extent;
        reached = last == null ? null : LogEnd.of(extent.topic(), extent.start(), last);
    }

    /**
     * Whether the log is known to have the records that it had at its newest reading ({@link LogExtent}). False if there was none or it has
     * failed, and if the brokers do not state their leader epoch.
     *
     * @throws IOException if the brokers cannot be reached, or an open transaction does not end in time
     */
    public boolean isAsRead() throws IOException, InterruptedException {
        LogExtent before = extentRead;
        return before != null
                && before.hasRecordsOf(brokers.extent(patienceMillis()))
                && brokers.id().equals(before.topic());
    }

    /**
     * Requires that the topic is still the one that was read last. A topic never gets the id of a deleted one.
     *
     * @throws KafkaException if the topic is another one, or the brokers do not answer
     */
    void requireSame() {
        try {
            if (!brokers.id().equals(id)) {
                throw new KafkaException("the topic is not the one that has been read");
            }
        } catch (IOException e) {
            throw new KafkaException(e);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    /**
     * Implements {@link dev.weir.operators.ledger.Ledger#lastWritten}. The topics of releases, and the input topic if brokers
     * set its times, also show when the pipeline last ran if the log itself has lost records.
     *
     * @throws IOException if the brokers do not answer
     */
    public long lastWritten() throws IOException, InterruptedException {
        long last = NewestRecord.millis(admin(), partition().topic());
        for (String copy : copies) {
            last = Math.max(last, NewestRecord.millis(admin(), copy));
        }
        return last;
    }

    private long patienceMillis() {
        return LedgerSettings.timeoutMillis(settings) + PATIENCE_MILLIS;
    }
}
