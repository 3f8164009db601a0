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
 * Opens writers of dead letters. Kafka's own sink is not used because it fails the job whenever a message is not delivered:
 * one record that is too long for the topic would make every attempt of the job fail.
 *
 * @param broker a topic that names the brokers and further client properties
 * @param topic the dead-letter topic
 * @param timeouts the longest times for which the dead-letter topic may hold up the job
 */
record DeadLetterSink(Source.Topic broker, String topic, DeadLetterTimeouts timeouts) implements Sink<DeadLetter> {

    /** The maximum memory of a subtask for messages that wait to be sent, in bytes. */
    private static final int BUFFER = 2 * DeadLetterMessages.LONGEST;

    @Override
    public SinkWriter<DeadLetter> createWriter(WriterInitContext context) {
        DeadLetterWriter writer = writer();
        writer.show(context.metricGroup());
        return writer;
    }

    /** Creates a writer, after asking the brokers how long messages of the topic may be. */
    DeadLetterWriter writer() {
        return new DeadLetterWriter(this::open, new DeadLetterMessages(topic, largest()), timeouts);
    }

    private int largest() {
        try {
            OptionalInt known = MessageLimit.of(broker, topic);
            return known.orElse(MessageLimit.DEFAULT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // Flink is cancelling the task and checks the flag next
            return MessageLimit.DEFAULT;
        }
    }

    /**
     * Opens a producer. The settings made here, such as time-outs and the memory limit, replace settings of the same names in
     * the pipeline's client properties.
     */
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

    /** Names the topic only, because client properties may hold passwords. */
    @Override
    public String toString() {
        return "dead letters to " + topic;
    }
}
