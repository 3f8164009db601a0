package dev.weir.benchmarks;

import dev.weir.operators.state.FlatSerializer;
import dev.weir.operators.state.FlatType;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** A record of the benchmark's stream, with a 128-bit unit id. Mutable, because all jobs reuse one object. */
public final class Event {

    /** The type information for Flink. */
    public static final FlatType<Event> TYPE = new FlatType<>(Event.class, new Serializer());

    long unitHigh;
    long unitLow;
    int key;
    long time;
    long value;

    /** Writes an event field by field. */
    public static final class Serializer extends FlatSerializer<Event> {

        private static final long serialVersionUID = 1L;

        @Override
        public boolean isImmutableType() {
            return false;
        }

        @Override
        public Event createInstance() {
            return new Event();
        }

        @Override
        public Event copy(Event from) {
            return copy(from, new Event());
        }

        @Override
        public Event copy(Event from, Event reuse) {
            reuse.unitHigh = from.unitHigh;
            reuse.unitLow = from.unitLow;
            reuse.key = from.key;
            reuse.time = from.time;
            reuse.value = from.value;
            return reuse;
        }

        @Override
        public void serialize(Event event, DataOutputView target) throws IOException {
            target.writeLong(event.unitHigh);
            target.writeLong(event.unitLow);
            target.writeInt(event.key);
            target.writeLong(event.time);
            target.writeLong(event.value);
        }

        @Override
        public Event deserialize(DataInputView source) throws IOException {
            return deserialize(new Event(), source);
        }

        @Override
        public Event deserialize(Event reuse, DataInputView source) throws IOException {
            reuse.unitHigh = source.readLong();
            reuse.unitLow = source.readLong();
            reuse.key = source.readInt();
            reuse.time = source.readLong();
            reuse.value = source.readLong();
            return reuse;
        }

        @Override
        public TypeSerializerSnapshot<Event> snapshotConfiguration() {
            return new Snapshot();
        }

        /** The description of the serializer in checkpoints. */
        public static final class Snapshot extends SimpleTypeSerializerSnapshot<Event> {
            /** The constructor that Flink calls. */
            public Snapshot() {
                super(Serializer::new);
            }
        }
    }
}
