package dev.weir.operators.admit;

import dev.weir.operators.counters.Rejection;
import dev.weir.operators.state.DataFields;
import dev.weir.operators.state.FlatSerializer;
import dev.weir.operators.state.FlatType;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * A rejected slot: its bytes as they came, and the reason for the rejection. The content is private.
 *
 * @param payload the slot's bytes; if the slot is longer than the source keeps, its first bytes
 * @param originalLength how many bytes the slot had
 * @param code why the slot was rejected
 * @param partition the input partition
 * @param offset the position in the partition
 */
public record DeadLetter(byte[] payload, int originalLength, Rejection code, int partition, long offset) {

    /** The type information for Flink. */
    public static final FlatType<DeadLetter> TYPE = new FlatType<>(DeadLetter.class, new Serializer());

    /** Returns the code and the position, and nothing of the payload. */
    @Override
    public String toString() {
        return code + " at " + partition + ":" + offset;
    }

    /** Serializes a dead letter field by field. */
    public static final class Serializer extends FlatSerializer<DeadLetter> {

        private static final long serialVersionUID = 1L;

        @Override
        public DeadLetter createInstance() {
            return new DeadLetter(new byte[0], 0, Rejection.MALFORMED, 0, 0);
        }

        @Override
        public void serialize(DeadLetter letter, DataOutputView target) throws IOException {
            DataFields.writeBytes(letter.payload, target);
            target.writeInt(letter.originalLength);
            target.writeUTF(letter.code.name());
            target.writeInt(letter.partition);
            target.writeLong(letter.offset);
        }

        @Override
        public DeadLetter deserialize(DataInputView source) throws IOException {
            return new DeadLetter(
                    DataFields.readBytes(source),
                    source.readInt(),
                    Rejection.valueOf(source.readUTF()),
                    source.readInt(),
                    source.readLong());
        }

        @Override
        public TypeSerializerSnapshot<DeadLetter> snapshotConfiguration() {
            return new Snapshot();
        }

        /** The description of the serializer in checkpoints. */
        public static final class Snapshot extends SimpleTypeSerializerSnapshot<DeadLetter> {
            /** The constructor that Flink calls. */
            public Snapshot() {
                super(Serializer::new);
            }
        }
    }
}
