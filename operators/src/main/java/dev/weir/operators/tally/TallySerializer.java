package dev.weir.operators.tally;

import dev.weir.operators.state.FlatSerializer;
import dev.weir.operators.state.FlatType;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Writes tallies on their way from the operators that count to the one that keeps the totals. */
public final class TallySerializer extends FlatSerializer<Tally> {

    /** The type, for Flink. */
    public static final FlatType<Tally> TYPE = new FlatType<>(Tally.class, new TallySerializer());

    private static final long serialVersionUID = 1L;

    @Override
    public Tally createInstance() {
        return Tally.empty(0);
    }

    @Override
    public void serialize(Tally tally, DataOutputView target) throws IOException {
        writeLongs(tally.counts(), target);
    }

    @Override
    public Tally deserialize(DataInputView source) throws IOException {
        return new Tally(readLongs(source));
    }

    @Override
    public TypeSerializerSnapshot<Tally> snapshotConfiguration() {
        return new Snapshot();
    }

    /** What a checkpoint remembers of the serializer. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<Tally> {
        /** For Flink. */
        public Snapshot() {
            super(TallySerializer::new);
        }
    }
}
