package dev.weir.jobs.kafka.ledger;

import dev.weir.operators.ledger.HeartbeatStore;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;

/**
 * Stores a heartbeat in the metadata of an offset that is committed for a consumer group without members. The brokers keep
 * only the latest heartbeat, and delete it some days after the last one.
 */
final class OffsetHeartbeat implements HeartbeatStore {

    private static final int WAIT_SECONDS = 5;

    private final Admin admin;
    private final String group;
    private final TopicPartition partition;

    OffsetHeartbeat(Admin admin, String group, TopicPartition partition) {
        this.admin = admin;
        this.group = group;
        this.partition = partition;
    }

    @Override
    public String read() throws IOException, InterruptedException {
        try {
            OffsetAndMetadata latest = done(admin.listConsumerGroupOffsets(group)
                            .partitionsToOffsetAndMetadata())
                    .get(partition);
            return latest == null ? "" : latest.metadata();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof GroupIdNotFoundException) {
                return "";
            }
            throw unanswered(e);
        }
    }

    @Override
    public void write(String text) throws IOException, InterruptedException {
        try {
            done(admin.alterConsumerGroupOffsets(group, Map.of(partition, new OffsetAndMetadata(0, text)))
                    .all());
        } catch (ExecutionException e) {
            throw unanswered(e);
        }
    }

    @Override
    public void remove() throws IOException, InterruptedException {
        write("");
    }

    private <T> T done(KafkaFuture<T> asked) throws ExecutionException, IOException, InterruptedException {
        try {
            return asked.get(WAIT_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw unanswered(e);
        }
    }

    private IOException unanswered(Exception e) {
        return new IOException("the sign of life of " + group + " cannot be reached", e);
    }
}
