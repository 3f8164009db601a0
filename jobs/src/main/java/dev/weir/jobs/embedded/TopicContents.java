package dev.weir.jobs.embedded;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads topics from the first to the last message. */
final class TopicContents {

    private static final Duration WAIT = Duration.ofMillis(200);

    private TopicContents() {}

    /**
     * Reads the messages of a topic, including uncommitted ones, because a consumer of the public topic can choose to
     * read these too.
     */
    static void read(String address, String topic, Consumer<ConsumerRecord<byte[], byte[]>> reader) {
        try (KafkaConsumer<byte[], byte[]> consumer = consumer(address)) {
            List<TopicPartition> partitions = partitions(topic, consumer);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            for (TopicPartition partition : partitions) {
                consumer.assign(List.of(partition));
                consumer.seekToBeginning(List.of(partition));
                readTo(ends.getOrDefault(partition, 0L), consumer, partition, reader);
            }
        }
    }

    private static List<TopicPartition> partitions(String topic, KafkaConsumer<byte[], byte[]> consumer) {
        return consumer.partitionsFor(topic).stream()
                .map(info -> new TopicPartition(topic, info.partition()))
                .toList();
    }

    private static KafkaConsumer<byte[], byte[]> consumer(String address) {
        Map<String, Object> config = Map.of(
                "bootstrap.servers", address,
                "isolation.level", "read_uncommitted",
                "fetch.max.wait.ms", "50");
        return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    private static void readTo(
            long end,
            KafkaConsumer<byte[], byte[]> consumer,
            TopicPartition partition,
            Consumer<ConsumerRecord<byte[], byte[]>> reader) {
        while (consumer.position(partition) < end) {
            consumer.poll(WAIT).records(partition).stream()
                    .filter(message -> message.offset() < end)
                    .forEach(reader);
        }
    }
}
