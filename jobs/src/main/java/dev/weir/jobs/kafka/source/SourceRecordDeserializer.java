package dev.weir.jobs.kafka.source;

import dev.weir.jobs.config.MessageFields;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Turns every Kafka message into a record, whatever it holds. A message without a value becomes a record of no bytes. For a
 * message that {@link TruncatingDeserializer} has cut, the record tells its original length.
 */
final class SourceRecordDeserializer implements KafkaRecordDeserializationSchema<SourceRecord> {

    private static final long serialVersionUID = 1L;

    private final TimestampOrigin origin;
    private final boolean isLive;
    private final ArrayList<String> outside;

    /**
     * Creates a deserializer.
     *
     * @param origin whose timestamps count
     * @param isLive whether the keys and headers of messages are the producers' own; the keys and headers of a replay are not
     * @param outside the message fields that the pipeline reads
     */
    SourceRecordDeserializer(TimestampOrigin origin, boolean isLive, List<String> outside) {
        this.origin = origin;
        this.isLive = isLive;
        this.outside = new ArrayList<>(outside);
    }

    @Override
    public void deserialize(ConsumerRecord<byte[], byte[]> message, Collector<SourceRecord> out) {
        byte @Nullable [] value = message.value();
        byte[] payload = value == null ? new byte[0] : value;
        int length = Math.max(payload.length, message.serializedValueSize());
        SourceRecord slot = new SourceRecord(
                message.partition(), message.offset(), origin.of(message), payload, length, outside(message));
        slot.stamped(message.timestamp());
        out.collect(slot);
    }

    private byte @Nullable [] @Nullable [] outside(ConsumerRecord<byte[], byte[]> message) {
        if (!isLive || outside.isEmpty()) {
            return null;
        }
        byte[] @Nullable [] values = new byte[outside.size()][];
        for (int i = 0; i < values.length; i++) {
            values[i] = value(message, outside.get(i));
        }
        return values;
    }

    private static byte @Nullable [] value(ConsumerRecord<byte[], byte[]> message, String field) {
        if (field.equals(MessageFields.KEY)) {
            return message.key();
        }
        Header header = message.headers().lastHeader(MessageFields.header(field));
        return header == null ? null : header.value();
    }

    @Override
    public TypeInformation<SourceRecord> getProducedType() {
        return SourceRecord.TYPE;
    }
}
