package dev.weir.jobs;

import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerInterceptor;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Stops a job's input where {@link Faults} require it, and slows it down so that checkpoints fall between its records. It is
 * named in the client properties of the source. The job's producers have the same properties, but there it has no effect.
 */
public final class Brake implements ConsumerInterceptor<byte[], byte[]>, ProducerInterceptor<byte[], byte[]> {

    /**
     * The client properties that enable the brake. A fetch brings a few records of each partition, if their batches are
     * small.
     */
    static final Map<String, String> PROPERTIES = Map.of(
            "interceptor.classes", Brake.class.getName(),
            "max.poll.records", "50",
            "max.partition.fetch.bytes", "1000");

    private static final int PAUSE_MILLIS = 5;

    @Override
    public ConsumerRecords<byte[], byte[]> onConsume(ConsumerRecords<byte[], byte[]> records) {
        try {
            for (ConsumerRecord<byte[], byte[]> message : records) {
                Faults.present().hold(message.partition(), message.timestamp());
            }
            Thread.sleep(records.isEmpty() ? 0 : PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return records;
    }

    @Override
    public void onCommit(Map<TopicPartition, OffsetAndMetadata> offsets) {}

    @Override
    public ProducerRecord<byte[], byte[]> onSend(ProducerRecord<byte[], byte[]> message) {
        return message;
    }

    @Override
    public void onAcknowledgement(@Nullable RecordMetadata metadata, @Nullable Exception exception) {}

    @Override
    public void configure(Map<String, ?> config) {}

    @Override
    public void close() {}
}
