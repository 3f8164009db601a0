package dev.weir.jobs.kafka.ledger.log;

import dev.weir.accountant.journal.reading.LedgerRecords;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** Reads the one partition of a log by a consumer that nobody else uses. */
final class LogReader {

    private static final Duration POLL = Duration.ofMillis(200);
    private static final LedgerRecords NOBODY = LedgerRecords.of(bytes -> {});

    private final Consumer<byte[], byte[]> consumer;
    private final TopicPartition partition;
    private final long patienceMillis;
    private final long start;

    /**
     * Creates a reader.
     *
     * @param patienceMillis how long it waits for the next record before the end, in milliseconds
     */
    LogReader(Consumer<byte[], byte[]> consumer, TopicPartition partition, long patienceMillis) {
        this.consumer = consumer;
        this.partition = partition;
        this.patienceMillis = patienceMillis;
        consumer.assign(List.of(partition));
        this.start = consumer.beginningOffsets(List.of(partition)).getOrDefault(partition, 0L);
    }

    /** The offset at which the log begins. */
    long start() {
        return start;
    }

    /**
     * Begins at the first record, and reports that the start of the log is cut off if this is not the first record that was written. Brokers
     * keep the offset at which a log begins when everything in it has expired or was deleted, so an emptied log is no new one. A log that
     * was deleted and made again begins at 0, and is told from a new one by the register of domains.
     */
    void begin(LedgerRecords records) {
        if (start > 0) {
            records.cut();
        }
        consumer.seek(partition, start);
    }

    /** Begins at a barrier, and returns whether the log has records from there on. */
    boolean beginAt(long barrier, long end, LedgerRecords records) {
        if (barrier < start || barrier >= end) {
            return false;
        }
        records.cut();
        consumer.seek(partition, barrier);
        return true;
    }

    /** Begins behind the last message of an earlier reading, and returns whether that message is still there. */
    boolean goOn(LogEnd before, long end) throws IOException {
        long offset = before.offset();
        consumer.seek(partition, offset);
        ConsumerRecord<byte[], byte[]> found = offset < end ? readTo(offset + 1, NOBODY) : null;
        consumer.seek(partition, offset + 1);
        return found != null && before.isLast(found);
    }

    /** Passes on the records before {@code end}, and returns the last of their messages; null if there is none. */
    @Nullable ConsumerRecord<byte[], byte[]> readTo(long end, LedgerRecords records) throws IOException {
        ConsumerRecord<byte[], byte[]> last = null;
        long at = consumer.position(partition);
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
