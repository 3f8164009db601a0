package dev.weir.jobs.kafka.source;

import dev.weir.jobs.config.Limits;
import java.nio.ByteBuffer;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the first bytes of a record's value. Keeps equally many bytes of the record's key if the pipeline reads the key, and no
 * byte of the key if it does not.
 *
 * <p>A record that is longer than the pipeline's limit is rejected, and only its dead letter needs its bytes. A short
 * compressed message can hold a very long record. Without truncation a few such records would fill the heap while they wait
 * for admission. With it the client holds only one long record at a time.
 */
public final class TruncatingDeserializer implements Deserializer<byte[]> {

    /** The minimum number of bytes that are kept for a dead letter, even if the limit on records is lower. */
    static final int LEAST_KEPT = 1 << 20;

    private static final String SETTING = "weir.kept.bytes";
    private static final String KEY_SETTING = "weir.kept.key.bytes";

    private int kept;

    /**
     * Returns the settings of a consumer of records. The deserializer keeps one byte more than the limit on records (or than
     * {@link #LEAST_KEPT}, if that is more), so that a record or key over the limit is recognised.
     *
     * @param limits the limits of the pipeline
     * @param readsKey whether the pipeline reads the key
     */
    static Map<String, String> settings(Limits limits, boolean readsKey) {
        int kept = Math.max(LEAST_KEPT, limits.recordBytes()) + 1;
        return Map.of(
                ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG,
                TruncatingDeserializer.class.getName(),
                ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG,
                TruncatingDeserializer.class.getName(),
                SETTING,
                Integer.toString(kept),
                KEY_SETTING,
                Integer.toString(readsKey ? kept : 0));
    }

    @Override
    public void configure(Map<String, ?> settings, boolean isKey) {
        kept = Integer.parseInt(String.valueOf(settings.get(isKey ? KEY_SETTING : SETTING)));
    }

    @Override
    public byte[] deserialize(String topic, byte[] data) {
        return first(ByteBuffer.wrap(data));
    }

    @Override
    public byte @Nullable [] deserialize(String topic, Headers headers, @Nullable ByteBuffer data) {
        return data == null ? null : first(data);
    }

    /**
     * Copies the first bytes of a key or value. The buffer's position must not move, because the consumer computes the
     * record's length from it.
     */
    private byte[] first(ByteBuffer data) {
        byte[] first = new byte[Math.min(kept, data.remaining())];
        data.get(data.position(), first);
        return first;
    }
}
