package dev.weir.jobs.kafka;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A producer with an open transaction, for tests. */
public final class Transaction implements AutoCloseable {

    private final KafkaProducer<byte[], byte[]> producer;
    private final String topic;

    private Transaction(KafkaProducer<byte[], byte[]> producer, String topic) {
        this.producer = producer;
        this.topic = topic;
    }

    /** Opens a transaction that will write to partition 0 of {@code topic}. */
    public static Transaction begin(String address, String topic) {
        Map<String, Object> config = Map.of("bootstrap.servers", address, "transactional.id", topic + "-writer");
        KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
        producer.initTransactions();
        producer.partitionsFor(topic); // looked up now, so that a message is in the log soon after it is sent
        producer.beginTransaction();
        return new Transaction(producer, topic);
    }

    /** Sends a message, and returns when it is in the log, where readers of committed records cannot read it yet. */
    public void send(String value) throws ExecutionException, InterruptedException {
        producer.send(new ProducerRecord<>(topic, 0, null, value.getBytes(StandardCharsets.UTF_8)))
                .get();
    }

    /** Commits the sent messages, and begins the next transaction. */
    public void commitAndBegin() {
        producer.commitTransaction();
        producer.beginTransaction();
    }

    /** Aborts the open transaction. */
    @Override
    public void close() {
        producer.abortTransaction();
        producer.close();
    }
}
