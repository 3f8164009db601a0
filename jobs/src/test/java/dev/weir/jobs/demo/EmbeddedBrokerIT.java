package dev.weir.jobs.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class EmbeddedBrokerIT {

    private static final long FAR_FUTURE = 32503680000000L;

    @Test
    void records_of_any_time_are_kept_with_their_stamps() throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start()) {
            broker.createTopic("any", 1, Map.of());
            send(broker, 0);
            send(broker, FAR_FUTURE);
            assertThat(read(broker)).extracting(ConsumerRecord::timestamp).containsExactly(0L, FAR_FUTURE);
        }
    }

    private static void send(EmbeddedBroker broker, long time) throws Exception {
        Map<String, Object> config = Map.of("bootstrap.servers", broker.address());
        try (var producer = new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer())) {
            byte[] value = "x".getBytes(StandardCharsets.UTF_8);
            producer.send(new ProducerRecord<>("any", 0, time, null, value)).get();
        }
    }

    private static List<ConsumerRecord<byte[], byte[]>> read(EmbeddedBroker broker) {
        Map<String, Object> config =
                Map.of("bootstrap.servers", broker.address(), "auto.offset.reset", "earliest", "group.id", "it");
        try (var consumer = new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            TopicPartition partition = new TopicPartition("any", 0);
            consumer.assign(List.of(partition));
            while (consumer.endOffsets(List.of(partition)).get(partition) < 2) {
                Thread.onSpinWait();
            }
            consumer.seekToBeginning(List.of(partition));
            return consumer.poll(Duration.ofSeconds(20)).records(partition);
        }
    }
}
