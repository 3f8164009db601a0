package dev.weir.jobs.kafka.ledger.log;

import dev.weir.jobs.kafka.client.BrokerAnswer;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/**
 * The end of a log up to which every transaction is whole.
 *
 * @param admin a client of the brokers
 * @param partition the one partition of the log
 */
record ReadableEnd(Admin admin, TopicPartition partition) {

    private static final long AGAIN_MILLIS = 20;

    /**
     * Waits until no transaction is open, and returns the end of the written records.
     *
     * @param patienceMillis how long it waits
     */
    long await(long patienceMillis) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(patienceMillis);
        while (System.nanoTime() < deadline) {
            long readable = end(IsolationLevel.READ_COMMITTED);
            if (end(IsolationLevel.READ_UNCOMMITTED) == readable) {
                return readable;
            }
            Thread.sleep(AGAIN_MILLIS);
        }
        throw new IOException("a transaction on topic " + partition.topic() + " does not end");
    }

    private long end(IsolationLevel level) throws IOException, InterruptedException {
        try {
            return BrokerAnswer.of(
                            admin.listOffsets(Map.of(partition, OffsetSpec.latest()), new ListOffsetsOptions(level))
                                    .partitionResult(partition))
                    .offset();
        } catch (ExecutionException | TimeoutException e) {
            throw unreadable(partition, e);
        }
    }

    /** The failure of a log that cannot be read. */
    static IOException unreadable(TopicPartition partition, Exception e) {
        return new IOException("topic " + partition.topic() + " cannot be read", e);
    }
}
