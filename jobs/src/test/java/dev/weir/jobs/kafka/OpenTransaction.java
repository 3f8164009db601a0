package dev.weir.jobs.kafka;

import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/** Watches for a transaction on partition 0 of a topic, for tests. */
public final class OpenTransaction {

    private OpenTransaction() {}

    /** Waits until a transaction has written to a topic, and then until it has ended. */
    public static void awaitEnd(String address, String topic) {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", address))) {
            while (!isOn(admin, topic)) {
                Thread.sleep(20);
            }
            while (isOn(admin, topic)) {
                Thread.sleep(20);
            }
        } catch (ExecutionException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Whether a transaction is open, behind whose beginning readers of committed records do not read. */
    private static boolean isOn(Admin admin, String topic) throws ExecutionException, InterruptedException {
        return end(admin, topic, IsolationLevel.READ_COMMITTED) < end(admin, topic, IsolationLevel.READ_UNCOMMITTED);
    }

    private static long end(Admin admin, String topic, IsolationLevel isolation)
            throws ExecutionException, InterruptedException {
        TopicPartition partition = new TopicPartition(topic, 0);
        return admin.listOffsets(Map.of(partition, OffsetSpec.latest()), new ListOffsetsOptions(isolation))
                .partitionResult(partition)
                .get()
                .offset();
    }
}
