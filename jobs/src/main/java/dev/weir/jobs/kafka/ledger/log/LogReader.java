package dev.weir.jobs.kafka.ledger.log;

import dev.weir.accountant.journal.reading.LedgerRecords;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** Reads the one partition of a log, by a consumer that is opened with the first record to read. */
final class LogReader implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(200);
    private static final LedgerRecords NOBODY = LedgerRecords.of(bytes -> {});

    private final Supplier<? extends Consumer<byte[], byte[]>> opening;
    private final TopicPartition partition;
    private final LogExtent extent;
    private final long patienceMillis;
    private @Nullable Consumer<byte[], byte[]> opened;
    private long next;

    /**
     * Creates a reader.
     *
     * @param opening opens a consumer, which the reader closes
     * @param partition the one partition of the log
     * @param extent the extent of the log; a start that is moved later lets the reading fail, for its consumer is never reset
     * @param patienceMillis how long it waits for the next record before the end, in milliseconds
     */
    LogReader(
            Supplier<? extends Consumer<byte[], byte[]>> opening,
            TopicPartition partition,
            LogExtent extent,
            long patienceMillis) {
        this.opening = opening;
        this.partition = partition;
        this.extent = extent;
        this.patienceMillis = patienceMillis;
    }

    /**
     * Begins at the first record, and reports that the start of the log is cut off if this is not the first record that was written. Brokers
     * keep the offset at which a log begins when everything in it has expired or was deleted, so an emptied log is no new one. A log that
     * was deleted and made again begins at 0, and is told from a new one by the register of domains.
     */
    void begin(LedgerRecords records) {
        if (extent.start() > 0) {
            records.cut();
        }
        next = extent.start();
    }

    /** Begins at a barrier, and returns whether the log has records from there on. */
    boolean beginAt(long barrier, LedgerRecords records) {
        if (barrier < extent.start() || barrier >= extent.end()) {
            return false;
        }
        records.cut();
        next = barrier;
        return true;
    }

    /** Begins behind the last message of an earlier reading, and returns whether that message is still there. */
    boolean goOn(LogEnd before) throws IOException {
        long offset = before.offset();
        if (!before.topic().equals(extent.topic()) || before.start() != extent.start() || offset >= extent.end()) {
            return false;
        }
        next = offset;
        ConsumerRecord<byte[], byte[]> found = readTo(offset + 1, NOBODY);
        return found != null && before.isLast(found);
    }

    /** Passes on the records before {@code end}, and returns the last of their messages; null if there is none. */
    @Nullable ConsumerRecord<byte[], byte[]> readTo(long end, LedgerRecords records) throws IOException {
        ConsumerRecord<byte[], byte[]> last = next < end ? read(consumer(), end, records) : null;
        next = Math.max(next, end);
        return last;
    }

    private Consumer<byte[], byte[]> consumer() {
        Consumer<byte[], byte[]> consumer = opened;
        if (consumer == null) {
            consumer = opening.get();
            opened = consumer;
            consumer.assign(List.of(partition));
        }
        consumer.seek(partition, next);
        return consumer;
    }

    private @Nullable ConsumerRecord<byte[], byte[]> read(
            Consumer<byte[], byte[]> consumer, long end, LedgerRecords records) throws IOException {
        ConsumerRecord<byte[], byte[]> last = null;
        long at = next;
        long deadline = deadline();
        while (at < end) {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL).records(partition)) {
                if (record.offset() < end) {
                    records.at(record.offset(), record.timestamp());
                    LedgerMessages.read(record.value(), records::accept);
                    last = record;
                }
            }
            long now = consumer.position(partition);
            deadline = now > at ? deadline() : deadline;
            at = now;
            if (System.nanoTime() > deadline) {
                throw new IOException("topic " + partition.topic() + " could not be read to its end");
            }
        }
        return last;
    }

    private long deadline() {
        return System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(patienceMillis);
    }

    @Override
    public void close() {
        if (opened != null) {
            opened.close();
        }
    }
}
