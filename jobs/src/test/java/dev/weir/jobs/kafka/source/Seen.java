package dev.weir.jobs.kafka.source;

import dev.weir.operators.state.FlatSerializer;
import dev.weir.operators.state.FlatType;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;

/** A record and the watermark at which it arrived, for tests. */
record Seen(SourceRecord record, long watermark) {

    /** Returns the records of a stream as the next operator sees them. */
    static DataStream<Seen> watch(DataStream<SourceRecord> records) {
        return records.process(new Watch()).returns(new FlatType<>(Seen.class, new Serializer()));
    }

    private static final class Watch extends ProcessFunction<SourceRecord, Seen> {

        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(SourceRecord record, Context context, Collector<Seen> out) {
            out.collect(new Seen(record, context.timerService().currentWatermark()));
        }
    }

    static final class Serializer extends FlatSerializer<Seen> {

        private static final long serialVersionUID = 1L;
        private final SourceRecord.Serializer records = new SourceRecord.Serializer();

        @Override
        public Seen createInstance() {
            return new Seen(records.createInstance(), 0);
        }

        @Override
        public void serialize(Seen seen, DataOutputView target) throws IOException {
            records.serialize(seen.record, target);
            target.writeLong(seen.watermark);
        }

        @Override
        public Seen deserialize(DataInputView source) throws IOException {
            return new Seen(records.deserialize(source), source.readLong());
        }

        @Override
        public TypeSerializerSnapshot<Seen> snapshotConfiguration() {
            throw new UnsupportedOperationException("never in state");
        }
    }
}
