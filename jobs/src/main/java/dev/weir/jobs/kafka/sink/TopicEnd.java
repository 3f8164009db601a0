package dev.weir.jobs.kafka.sink;

import dev.weir.jobs.kafka.client.ClientSettings;
import dev.weir.jobs.kafka.client.LedgerSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * The newest records of a topic, committed or not: those from the first on that has some time or a later one, in each partition, up to
 * the end that it has when the reading begins. It takes as long as there are records; a partition that stops in between is given up.
 */
final class TopicEnd {

    private static final Duration POLL = Duration.ofMillis(200);
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final String topic;

    TopicEnd(KafkaConsumer<byte[], byte[]> consumer, String topic) {
        this.consumer = consumer;
        this.topic = topic;
    }

    /** A client that reads what a sink may have written: as a member of no group, and it makes no topic. */
    static KafkaConsumer<byte[], byte[]> consumer(KafkaReleaseSink.Factory sink) {
        return LedgerSettings.ofReader(
                        ClientSettings.of(sink.brokers(), sink.client()).without(ConsumerConfig.GROUP_ID_CONFIG))
                .with(Map.of(
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_uncommitted",
                        ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false"))
                .consumer();
    }

    /**
     * Shows the records.
     *
     * @param from the time from which on they are wanted, epoch milliseconds
     * @return how many there were
     * @throws IOException if the end is not reached
     * @throws KafkaException if the brokers do not answer, or do not let the client read
     */
    long read(long from, Consumer<ConsumerRecord<byte[], byte[]>> records) throws IOException {
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions());
        Map<TopicPartition, Long> starts = starts(ends, Math.max(from, 0));
        consumer.assign(starts.keySet());
        starts.forEach(consumer::seek);
        return readTo(ends, records);
    }

    private List<TopicPartition> partitions() {
        return consumer.partitionsFor(topic).stream()
                .map(PartitionInfo::partition)
                .map(number -> new TopicPartition(topic, number))
                .toList();
    }

    /** The offset of each partition's first record from a time on; partitions without such a record are left out. */
    private Map<TopicPartition, Long> starts(Map<TopicPartition, Long> ends, long from) {
        Map<TopicPartition, Long> times = new HashMap<>();
        ends.keySet().forEach(partition -> times.put(partition, from));
        Map<TopicPartition, Long> starts = new HashMap<>();
        consumer.offsetsForTimes(times).forEach((TopicPartition partition, @Nullable OffsetAndTimestamp first) -> {
            if (first != null) {
                starts.put(partition, first.offset());
            }
        });
        return starts;
    }

    private long readTo(Map<TopicPartition, Long> ends, Consumer<ConsumerRecord<byte[], byte[]>> records)
            throws IOException {
        long count = 0;
        long left = left(ends);
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (left > 0) {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                records.accept(record);
                count++;
            }
            long now = left(ends);
            deadline = now < left ? System.nanoTime() + PATIENCE_NANOS : deadline;
            left = now;
            if (System.nanoTime() > deadline) {
                throw new IOException("topic " + topic + " could not be read to its end");
            }
        }
        return count;
    }

    /** How many offsets lie before the ends. */
    private long left(Map<TopicPartition, Long> ends) {
        return consumer.assignment().stream()
                .mapToLong(partition -> Math.max(0, ends.getOrDefault(partition, 0L) - consumer.position(partition)))
                .sum();
    }
}
