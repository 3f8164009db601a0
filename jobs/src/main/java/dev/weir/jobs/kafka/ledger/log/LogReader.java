package dev.weir.jobs.kafka.ledger.log;

import dev.weir.accountant.journal.reading.LedgerRecords;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** Reads the one partition of a log from a beginning to an end. */
final class LogReader {

    private static final Duration POLL = Duration.ofMillis(200);
    private static final LedgerRecords NOBODY = LedgerRecords.of(bytes -> {});

    private final LogConsumer log;
    private final LogExtent extent;
    private final long patienceMillis;
    private long next;

    /**
     * Creates a reader.
     *
     * @param log the consumer, which nobody else uses; the caller closes it. It goes to no other offset by itself, so a reading fails if the
     *     log's start has been moved behind the reading's first record
     * @param extent the extent of the log
     * @param patienceMillis how long it waits for the next record before the end, in milliseconds
     */
    LogReader(LogConsumer log, LogExtent extent, long patienceMillis) {
        this.log = log;
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
        ConsumerRecord<byte[], byte[]> last = next < end ? read(log.at(next), end, records) : null;
        next = Math.max(next, end);
        return last;
    }

    private @Nullable ConsumerRecord<byte[], byte[]> read(
            Consumer<byte[], byte[]> consumer, long end, LedgerRecords records) throws IOException {
        TopicPartition partition = log.partition();
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
}
