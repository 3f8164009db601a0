package dev.weir.jobs.kafka.source;

import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/** Emits every watermark as an element, and crashes once on the way, for tests. */
final class TimeTeller extends AbstractStreamOperator<Long> implements OneInputStreamOperator<SourceRecord, Long> {

    /** The element that is emitted when the operator starts from a checkpoint. */
    static final long RESTORED = -1;

    private static final long serialVersionUID = 1L;

    private final int crashAfterCheckpoints;
    private int completed;
    private boolean restored;
    private transient ListState<Long> nothing;

    @SuppressWarnings("NullAway.Init")
    private TimeTeller(int crashAfterCheckpoints) {
        this.crashAfterCheckpoints = crashAfterCheckpoints;
    }

    static DataStream<Long> tell(DataStream<SourceRecord> records, int crashAfterCheckpoints) {
        return records.transform("time-teller", Types.LONG, new TimeTeller(crashAfterCheckpoints))
                .setParallelism(1);
    }

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        nothing = context.getOperatorStateStore().getListState(new ListStateDescriptor<>("nothing", Types.LONG));
        restored = context.isRestored();
    }

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        super.snapshotState(context);
        nothing.clear();
    }

    @Override
    public void open() throws Exception {
        super.open();
        if (restored) {
            output.collect(new StreamRecord<>(RESTORED));
        }
    }

    @Override
    public void processElement(StreamRecord<SourceRecord> element) {}

    @Override
    public void processWatermark(Watermark mark) {
        output.collect(new StreamRecord<>(mark.getTimestamp()));
    }

    @Override
    public void notifyCheckpointComplete(long checkpointId) throws Exception {
        super.notifyCheckpointComplete(checkpointId);
        completed++;
        if (!restored && completed == crashAfterCheckpoints) {
            throw new IllegalStateException("crash on purpose");
        }
    }
}
