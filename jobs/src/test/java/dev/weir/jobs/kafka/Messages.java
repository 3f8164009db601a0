package dev.weir.jobs.kafka;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** Sends messages, for tests. */
public final class Messages {

    private Messages() {}

    /** Creates a topic of one partition that keeps its producers' timestamps. */
    public static void createTopic(String address, String topic) throws ExecutionException, InterruptedException {
        createTopic(address, topic, 1, Map.of());
    }

    /** Creates a topic with these settings, and returns when the broker knows it: it learns of it a moment after the controller does. */
    public static void createTopic(String address, String topic, int partitions, Map<String, String> config)
            throws ExecutionException, InterruptedException {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", address))) {
            NewTopic created = new NewTopic(topic, Optional.of(partitions), Optional.empty()).configs(config);
            admin.createTopics(Set.of(created)).all().get();
            while (!admin.listTopics().names().get().contains(topic)) {
                Thread.sleep(10);
            }
        }
    }

    /**
     * Sends messages with the timestamp {@code time} to partition 0, and returns when they are written. A null value sends a
     * message without a value.
     */
    public static void send(String address, String topic, long time, @Nullable String... values)
            throws ExecutionException, InterruptedException {
        try (KafkaProducer<byte[], byte[]> producer = producer(address)) {
            for (String value : values) {
                byte[] bytes = value == null ? null : value.getBytes(StandardCharsets.UTF_8);
                producer.send(new ProducerRecord<>(topic, 0, time, null, bytes)).get();
            }
        }
    }

    /** Sends records of any size, each in its own batch, and returns when they are written. */
    public static void send(String address, Map<String, Object> config, List<ProducerRecord<byte[], byte[]>> records)
            throws ExecutionException, InterruptedException {
        Map<String, Object> client = new HashMap<>(config);
        client.put("bootstrap.servers", address);
        client.put("batch.size", 0);
        client.put("max.request.size", 1 << 30);
        client.put("buffer.memory", 1L << 28);
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(client, new ByteArraySerializer(), new ByteArraySerializer())) {
            List<Future<?>> sent = new ArrayList<>();
            for (ProducerRecord<byte[], byte[]> record : records) {
                sent.add(producer.send(record));
            }
            for (Future<?> each : sent) {
                each.get();
            }
        }
    }

    /** Sends 200 messages, the first with the timestamp {@code start}, each a minute after the previous one. */
    public static void sendSeries(String address, String topic, int partition, long start) {
        try (KafkaProducer<byte[], byte[]> producer = producer(address)) {
            for (int i = 0; i < 200; i++) {
                Future<?> unused = producer.send(
                        new ProducerRecord<>(topic, partition, start + i * 60_000L, null, new byte[] {1}));
            }
        }
    }

    private static KafkaProducer<byte[], byte[]> producer(String address) {
        return new KafkaProducer<>(
                Map.of("bootstrap.servers", address), new ByteArraySerializer(), new ByteArraySerializer());
    }
}
