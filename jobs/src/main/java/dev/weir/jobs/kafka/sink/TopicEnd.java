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
 * Reads the newest records of a topic, committed or not. In each partition these are the records from the first one of a
 * given time or later up to the end at the start of the reading. A long reading may go on as long as it makes progress; after
 * 60 seconds without progress it fails.
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

    /** Creates a consumer for the topics of a sink. It belongs to no consumer group and makes no topic. */
    static KafkaConsumer<byte[], byte[]> consumer(KafkaReleaseSink.Factory sink) {
        return LedgerSettings.ofReader(
                        ClientSettings.of(sink.brokers(), sink.client()).without(ConsumerConfig.GROUP_ID_CONFIG))
                .with(Map.of(
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_uncommitted",
                        ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false"))
                .consumer();
    }

    /**
     * Passes on the records.
     *
     * @param from the earliest time of the wanted records, epoch milliseconds
     * @param records receives the records
     * @return the number of records
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

    /** Returns the offset of each partition's first record of a time or later. A partition without such a record is left out. */
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

    /** The number of offsets that are still to be read. */
    private long left(Map<TopicPartition, Long> ends) {
        return consumer.assignment().stream()
                .mapToLong(partition -> Math.max(0, ends.getOrDefault(partition, 0L) - consumer.position(partition)))
                .sum();
    }
}
