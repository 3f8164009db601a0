package dev.weir.operators.release;

import dev.weir.operators.state.DataFields;
import dev.weir.operators.state.FlatSerializer;
import dev.weir.operators.state.FlatType;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * Serializes outcomes between the release operator and the operator after it. A query's number below 0 says that the number of a named window
 * follows; outcomes without one are written as they were before windows had names.
 */
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
        if (outcome.window() == 0) {
            target.writeInt(outcome.query());
        } else {
            target.writeInt(-1 - outcome.query());
            target.writeInt(outcome.window());
        }
        target.writeUTF(outcome.key());
        target.writeLong(outcome.start());
        target.writeLong(outcome.end());
        target.writeLong(outcome.step());
        target.writeLong(outcome.charge());
        DataFields.writeLongs(outcome.values(), target);
    }

    @Override
    public Outcome deserialize(DataInputView source) throws IOException {
        Outcome.Kind kind = Outcome.Kind.valueOf(source.readUTF());
        int query = source.readInt();
        int window = query < 0 ? source.readInt() : 0;
        return new Outcome(
                kind,
                query < 0 ? -1 - query : query,
                source.readUTF(),
                source.readLong(),
                source.readLong(),
                source.readLong(),
                window,
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
