package dev.weir.jobs.kafka.sink;

import dev.weir.jobs.config.Source;
import dev.weir.jobs.kafka.client.ClientSettings;
import dev.weir.jobs.kafka.client.MessageLimit;
import dev.weir.operators.admit.DeadLetter;
import java.util.Map;
import java.util.OptionalInt;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.kafka.clients.producer.Producer;

/**
 * Opens writers of dead letters. Kafka's own sink fails the job when a message is not delivered, whatever the reason: one
 * record that is too long for the topic would make every attempt of the job fail.
 *
 * @param broker the brokers of the topic, and further client properties
 * @param topic the topic
 * @param timeouts the longest times for which the topic may hold up the job
 */
record DeadLetterSink(Source.Topic broker, String topic, DeadLetterTimeouts timeouts) implements Sink<DeadLetter> {

    /** The largest number of bytes that waiting messages take of a subtask's memory. */
    private static final int BUFFER = 2 * DeadLetterMessages.LONGEST;

    @Override
    public SinkWriter<DeadLetter> createWriter(WriterInitContext context) {
        DeadLetterWriter writer = writer();
        writer.show(context.metricGroup());
        return writer;
    }

    /** A writer that has asked how long messages of the topic may be. */
    DeadLetterWriter writer() {
        return new DeadLetterWriter(this::open, new DeadLetterMessages(topic, largest()), timeouts);
    }

    private int largest() {
        try {
            OptionalInt known = MessageLimit.of(broker, topic);
            return known.orElse(MessageLimit.DEFAULT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // Flink is cancelling the task and asks for the flag next
            return MessageLimit.DEFAULT;
        }
    }

    /** Opens a producer. Its bounds on waiting and memory replace the client properties of the pipeline. */
    Producer<byte[], byte[]> open() {
        long delivery = timeouts.delivery().toMillis();
        return ClientSettings.of(broker)
                .without("transactional.id")
                .with(Map.of(
                        "acks", "all",
                        "enable.idempotence", "false", // copies do no harm, and some errors end an idempotent producer
                        "linger.ms", "5",
                        "max.block.ms", Long.toString(timeouts.block().toMillis()),
                        "delivery.timeout.ms", Long.toString(delivery),
                        "request.timeout.ms", Long.toString(delivery / 4),
                        "buffer.memory", Integer.toString(BUFFER),
                        "max.request.size", Integer.toString(BUFFER)))
                .producer();
    }

    /** Names the topic alone, because client properties may hold passwords. */
    @Override
    public String toString() {
        return "dead letters to " + topic;
    }
}
