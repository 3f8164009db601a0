package dev.weir.jobs.embedded;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * Reads topics from the first to the last message. All reads share one consumer, because tests read a topic many times a second until they
 * find what they wait for, and a new consumer costs more than what it reads.
 */
final class TopicContents implements AutoCloseable {

    private static final Duration WAIT = Duration.ofMillis(200);

    private final String address;
    private @Nullable KafkaConsumer<byte[], byte[]> consumer;

    /**
     * Connects when something is read for the first time.
     *
     * @param address of the broker, host:port
     */
    TopicContents(String address) {
        this.address = address;
    }

    /**
     * Reads the messages of a topic, including uncommitted ones, because a consumer of the public topic can choose to
     * read these too. A topic that is not there has none.
     */
    synchronized void read(String topic, Consumer<ConsumerRecord<byte[], byte[]>> reader) {
        KafkaConsumer<byte[], byte[]> reading = consumer == null ? consumer(address) : consumer;
        consumer = reading;
        List<TopicPartition> partitions = partitions(topic, reading);
        Map<TopicPartition, Long> ends = reading.endOffsets(partitions);
        for (TopicPartition partition : partitions) {
            reading.assign(List.of(partition));
            reading.seekToBeginning(List.of(partition));
            readTo(ends.getOrDefault(partition, 0L), reading, partition, reader);
        }
        reading.unsubscribe();
    }

    @Override
    public synchronized void close() {
        if (consumer != null) {
            consumer.close();
            consumer = null;
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
