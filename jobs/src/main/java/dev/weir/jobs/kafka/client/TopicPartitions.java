package dev.weir.jobs.kafka.client;

import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;

/** Lists the partitions of a topic. */
public final class TopicPartitions {

    private TopicPartitions() {}

    /**
     * Asks for the partitions of a topic.
     *
     * @param admin a client of the brokers
     * @param topic the topic's name
     * @return the future partitions; the future fails if the brokers do not answer or the topic does not exist
     */
    public static KafkaFuture<List<TopicPartition>> of(Admin admin, String topic) {
        return admin.describeTopics(Set.of(topic)).allTopicNames().thenApply(found -> found.values().stream()
                .flatMap(description -> description.partitions().stream())
                .map(partition -> new TopicPartition(topic, partition.partition()))
                .toList());
    }
}
