package dev.weir.jobs.kafka;

import dev.weir.jobs.config.Pipeline;
import dev.weir.operators.admit.DeadLetter;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;

/**
 * The private topic of rejected slots: their bytes as they came; the code, the input partition and the offset in the
 * headers {@code code}, {@code partition} and {@code offset}, as text.
 *
 * <p>Nothing is lost, but after a restart letters since the last checkpoint are written again: partition and offset tell
 * copies apart from new ones.
 */
public final class DeadLetters {

    /** Room for the headers beside a payload that was as large as its topic allowed. */
    private static final String LARGEST_REQUEST = Integer.toString(64 << 20);

    private DeadLetters() {}

    /** Sends the letters to the pipeline's dead-letter topic. */
    public static void write(DataStream<DeadLetter> letters, Pipeline pipeline) {
        Properties client = new Properties();
        client.setProperty("max.request.size", LARGEST_REQUEST);
        client.putAll(pipeline.source().kafka().properties());
        KafkaSink<DeadLetter> sink = KafkaSink.<DeadLetter>builder()
                .setBootstrapServers(pipeline.source().kafka().brokers())
                .setKafkaProducerConfig(client)
                .setDeliveryGuarantee(DeliveryGuarantee.AT_LEAST_ONCE)
                .setRecordSerializer(new Envelope(pipeline.sink().deadLetter()))
                .build();
        letters.sinkTo(sink).name("dead-letters").uid("dead-letters");
    }

    private static final class Envelope implements KafkaRecordSerializationSchema<DeadLetter> {

        private static final long serialVersionUID = 1L;

        private final String topic;

        Envelope(String topic) {
            this.topic = topic;
        }

        @Override
        public ProducerRecord<byte[], byte[]> serialize(DeadLetter letter, KafkaSinkContext context, Long timestamp) {
            ProducerRecord<byte[], byte[]> message = new ProducerRecord<>(topic, letter.payload());
            Headers headers = message.headers();
            headers.add("code", text(letter.code().name()));
            headers.add("partition", text(Integer.toString(letter.partition())));
            headers.add("offset", text(Long.toString(letter.offset())));
            return message;
        }

        private static byte[] text(String value) {
            return value.getBytes(StandardCharsets.UTF_8);
        }
    }
}
