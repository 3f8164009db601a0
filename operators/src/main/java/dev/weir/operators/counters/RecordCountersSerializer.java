package dev.weir.operators.counters;

import dev.weir.operators.state.DataFields;
import dev.weir.operators.state.FlatSerializer;
import dev.weir.operators.state.FlatType;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Serializes counters on their way from the operators that count to the operator that keeps the totals. */
public final class RecordCountersSerializer extends FlatSerializer<RecordCounters> {

    /** The type information for Flink. */
    public static final FlatType<RecordCounters> TYPE =
            new FlatType<>(RecordCounters.class, new RecordCountersSerializer());

    private static final long serialVersionUID = 1L;

    @Override
    public RecordCounters createInstance() {
        return RecordCounters.empty(0);
    }

    @Override
    public void serialize(RecordCounters counters, DataOutputView target) throws IOException {
        DataFields.writeLongs(counters.counts(), target);
    }

    @Override
    public RecordCounters deserialize(DataInputView source) throws IOException {
        return new RecordCounters(DataFields.readLongs(source));
    }

    @Override
    public TypeSerializerSnapshot<RecordCounters> snapshotConfiguration() {
        return new Snapshot();
    }

    /** The description of the serializer in checkpoints. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<RecordCounters> {
        /** The constructor that Flink calls. */
        public Snapshot() {
            super(RecordCountersSerializer::new);
        }
    }
}
