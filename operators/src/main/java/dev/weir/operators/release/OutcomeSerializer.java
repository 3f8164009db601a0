package dev.weir.operators.release;

import dev.weir.operators.state.DataFields;
import dev.weir.operators.state.FlatSerializer;
import dev.weir.operators.state.FlatType;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Serializes outcomes between the release operator and the operator after it. */
public final class OutcomeSerializer extends FlatSerializer<Outcome> {

    /** The Flink type information of an outcome. */
    public static final FlatType<Outcome> TYPE = new FlatType<>(Outcome.class, new OutcomeSerializer());

    private static final long serialVersionUID = 1L;

    @Override
    public Outcome createInstance() {
        return new Outcome(Outcome.Kind.WITHHELD, 0, "", 0, 0, 0, new long[0]);
    }

    @Override
    public void serialize(Outcome outcome, DataOutputView target) throws IOException {
        target.writeUTF(outcome.kind().name());
        target.writeInt(outcome.query());
        target.writeUTF(outcome.key());
        target.writeLong(outcome.start());
        target.writeLong(outcome.end());
        target.writeLong(outcome.step());
        target.writeLong(outcome.charge());
        DataFields.writeLongs(outcome.values(), target);
    }

    @Override
    public Outcome deserialize(DataInputView source) throws IOException {
        return new Outcome(
                Outcome.Kind.valueOf(source.readUTF()),
                source.readInt(),
                source.readUTF(),
                source.readLong(),
                source.readLong(),
                source.readLong(),
                source.readLong(),
                DataFields.readLongs(source));
    }

    @Override
    public TypeSerializerSnapshot<Outcome> snapshotConfiguration() {
        return new Snapshot();
    }

    /** The description of the serializer in checkpoints. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<Outcome> {
        /** The constructor that Flink calls. */
        public Snapshot() {
            super(OutcomeSerializer::new);
        }
    }
}
