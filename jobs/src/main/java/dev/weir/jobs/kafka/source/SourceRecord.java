package dev.weir.jobs.kafka.source;

import dev.weir.operators.clock.PartitionClock;
import dev.weir.operators.state.DataFields;
import dev.weir.operators.state.FlatSerializer;
import dev.weir.operators.state.FlatType;
import java.io.IOException;
import java.util.Arrays;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;

/**
 * The content of one position of an input partition (a slot, in the words of {@code docs/guarantee.md}). Flink sends it
 * between operators, so its serializer writes plain fields.
 *
 * <p>After decoding, this object also keeps the event time of its record. The watermark generator, which Flink calls after the
 * chained operators, then need not decode the record again. The event time is not serialized.
 */
public final class SourceRecord {

    /** The type information for Flink. */
    public static final FlatType<SourceRecord> TYPE = new FlatType<>(SourceRecord.class, new Serializer());

    private final int partition;
    private final long offset;
    private final long time;
    private final byte[] payload;
    private final int originalLength;
    private final byte @Nullable [] @Nullable [] outside;
    private long stamp = PartitionClock.NO_TIME;
    private boolean decoded;
    private long eventTime;

    /**
     * Creates a record without message fields.
     *
     * @param partition the partition's number, at least 0
     * @param offset the position in the partition, at least 0
     * @param time when the slot was written, epoch milliseconds, or {@link PartitionClock#NO_TIME}
     * @param payload the record's bytes: empty for a record without a value, only the first bytes of a record that is too
     *     long
     * @param originalLength the length of the whole record in bytes
     */
    public SourceRecord(int partition, long offset, long time, byte[] payload, int originalLength) {
        this(partition, offset, time, payload, originalLength, null);
    }

    /**
     * Creates a record with the values of message fields, which are the message's key and headers.
     *
     * @param partition the partition's number, at least 0
     * @param offset the position in the partition, at least 0
     * @param time when the slot was written, epoch milliseconds, or {@link PartitionClock#NO_TIME}
     * @param payload the record's bytes, as in the public constructor
     * @param originalLength the length of the whole record in bytes
     * @param outside the values of the message fields that the pipeline reads, in the order of
     *     {@link dev.weir.jobs.config.MessageFields#of}, null for a field that the message lacks; a null array if all fields
     *     are in the record
     */
    SourceRecord(
            int partition,
            long offset,
            long time,
            byte[] payload,
            int originalLength,
            byte @Nullable [] @Nullable [] outside) {
        this.outside = outside;
        this.partition = partition;
        this.offset = offset;
        this.time = time;
        this.payload = payload;
        this.originalLength = originalLength;
    }

    /** The partition's number, at least 0. */
    public int partition() {
        return partition;
    }

    /** The position in the partition, at least 0. */
    public long offset() {
        return offset;
    }

    /** When the slot was written, epoch milliseconds, or {@link PartitionClock#NO_TIME}. */
    public long time() {
        return time;
    }

    /**
     * Notes the timestamp of the message, whoever has set it. It is not serialized.
     *
     * @param timestamp epoch milliseconds
     */
    void stamped(long timestamp) {
        stamp = timestamp;
    }

    /**
     * The timestamp of the message, whoever has set it, epoch milliseconds; {@link #time} if it is not known. It decides for no window: only
     * whether a message waits for a schema that may be new.
     */
    public long written() {
        return stamp == PartitionClock.NO_TIME ? time : stamp;
    }

    /** The record's bytes: empty for a record without a value, only the first bytes of a record that is too long. */
    public byte[] payload() {
        return payload;
    }

    /** The length of the whole record in bytes. */
    public int originalLength() {
        return originalLength;
    }

    /** The values of the message fields that the pipeline reads; null if all fields are in the record. */
    public byte @Nullable [] @Nullable [] outside() {
        return outside;
    }

    /**
     * Notes that the record has been decoded.
     *
     * @param recordTime the record's own event time, epoch milliseconds, or {@link PartitionClock#NO_TIME}
     */
    public void decoded(long recordTime) {
        decoded = true;
        eventTime = recordTime;
    }

    /** Whether the record has been decoded, so that {@link #eventTime} is known. */
    public boolean isDecoded() {
        return decoded;
    }

    /** The record's own event time, as passed to {@link #decoded}, epoch milliseconds. */
    public long eventTime() {
        return eventTime;
    }

    /** Whether the other record has the same position, time and content. The event time does not count. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SourceRecord that
                && partition == that.partition
                && offset == that.offset
                && time == that.time
                && originalLength == that.originalLength
                && Arrays.equals(payload, that.payload)
                && Arrays.deepEquals(outside, that.outside);
    }

    @Override
    public int hashCode() {
        return 31 * partition + Long.hashCode(offset);
    }

    /** Names the position, and nothing of the content. */
    @Override
    public String toString() {
        return "record " + partition + "/" + offset;
    }

    /** Writes a record field by field. */
    public static final class Serializer extends FlatSerializer<SourceRecord> {

        private static final long serialVersionUID = 1L;

        @Override
        public SourceRecord createInstance() {
            return new SourceRecord(0, 0, 0, new byte[0], 0);
        }

        @Override
        public void serialize(SourceRecord record, DataOutputView target) throws IOException {
            target.writeInt(record.partition);
            target.writeLong(record.offset);
            target.writeLong(record.time);
            DataFields.writeBytes(record.payload, target);
            target.writeInt(record.originalLength);
            MessageValues.write(record.outside, target);
        }

        @Override
        public SourceRecord deserialize(DataInputView source) throws IOException {
            return new SourceRecord(
                    source.readInt(),
                    source.readLong(),
                    source.readLong(),
                    DataFields.readBytes(source),
                    source.readInt(),
                    MessageValues.read(source));
        }

        @Override
        public TypeSerializerSnapshot<SourceRecord> snapshotConfiguration() {
            return new Snapshot();
        }

        /** The description of the serializer in checkpoints. */
        public static final class Snapshot extends SimpleTypeSerializerSnapshot<SourceRecord> {
            /** The constructor that Flink calls. */
            public Snapshot() {
                super(Serializer::new);
            }
        }
    }
}
