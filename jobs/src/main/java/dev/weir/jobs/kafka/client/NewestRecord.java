package dev.weir.jobs.kafka.client;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * Asks the brokers for the time of a topic's newest record. In a topic with {@code LogAppendTime} the brokers set this time
 * when they append the record; in other topics the record's producer sets it.
 */
public final class NewestRecord {

    private final Admin admin;
    private final String topic;

    private NewestRecord(Admin admin, String topic) {
        this.admin = admin;
        this.topic = topic;
    }

    /**
     * Returns the latest time of all records of a topic.
     *
     * @param admin a client of the brokers
     * @param topic the topic's name
     * @return epoch milliseconds; {@link Long#MIN_VALUE} if the topic does not exist or is empty
     * @throws IOException if the brokers do not answer
     */
    public static long millis(Admin admin, String topic) throws IOException, InterruptedException {
        NewestRecord newest = new NewestRecord(admin, topic);
        try {
            return newest.millis();
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("the brokers do not say when topic " + topic + " was last written", e);
        }
    }

    private long millis() throws ExecutionException, TimeoutException, InterruptedException {
        Map<TopicPartition, OffsetSpec> newest = partitions().stream()
                .collect(Collectors.toMap(partition -> partition, partition -> OffsetSpec.maxTimestamp()));
        return BrokerAnswer.of(admin.listOffsets(newest).all()).values().stream()
                .mapToLong(ListOffsetsResultInfo::timestamp)
                .filter(millis -> millis >= 0)
                .max()
                .orElse(Long.MIN_VALUE);
    }

    private List<TopicPartition> partitions() throws ExecutionException, TimeoutException, InterruptedException {
        try {
            return BrokerAnswer.of(TopicPartitions.of(admin, topic));
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                return List.of();
            }
            throw e;
        }
    }
}
