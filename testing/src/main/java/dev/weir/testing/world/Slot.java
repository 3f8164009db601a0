package dev.weir.testing.world;

import dev.weir.operators.state.DataFields;
import dev.weir.operators.state.FlatSerializer;
import dev.weir.operators.state.FlatType;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * One position of an input partition and its content. Flat, because it may cross an operator edge.
 *
 * @param partition the partition's number
 * @param offset the position in the partition
 * @param stamp the time of the slot by the public clock, epoch milliseconds
 * @param watermark the time up to which windows may close behind this slot, epoch milliseconds
 * @param content the bytes of the record, none in an empty slot
 */
public record Slot(int partition, long offset, long stamp, long watermark, byte[] content) {

    /** The type, for Flink. */
    public static final FlatType<Slot> TYPE = new FlatType<>(Slot.class, new Serializer());

    /** Names the position, without its content. */
    @Override
    public String toString() {
        return "slot " + partition + "/" + offset;
    }

    /** Writes field by field. */
    public static final class Serializer extends FlatSerializer<Slot> {

        private static final long serialVersionUID = 1L;

        @Override
        public Slot createInstance() {
            return new Slot(0, 0, 0, 0, new byte[0]);
        }

        @Override
        public void serialize(Slot slot, DataOutputView target) throws IOException {
            target.writeInt(slot.partition);
            target.writeLong(slot.offset);
            target.writeLong(slot.stamp);
            target.writeLong(slot.watermark);
            DataFields.writeBytes(slot.content, target);
        }

        @Override
        public Slot deserialize(DataInputView source) throws IOException {
            return new Slot(
                    source.readInt(),
                    source.readLong(),
                    source.readLong(),
                    source.readLong(),
                    DataFields.readBytes(source));
        }

        @Override
        public TypeSerializerSnapshot<Slot> snapshotConfiguration() {
            return new Snapshot();
        }

        /** The description of the serializer in checkpoints. */
        public static final class Snapshot extends SimpleTypeSerializerSnapshot<Slot> {
            /** The constructor that Flink calls. */
            public Snapshot() {
                super(Serializer::new);
            }
        }
    }
}
