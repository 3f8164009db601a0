package dev.weir.operators.publish;

import dev.weir.operators.query.Plan;
import dev.weir.operators.release.Outcome;
import dev.weir.operators.state.Marker;
import dev.weir.operators.tally.NamedTally;
import dev.weir.operators.tally.Tally;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.TwoInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Writes rows down once, keeps them until the checkpoint that holds them has completed, and only then makes them visible.
 * Runs with parallelism and max parallelism 1.
 *
 * <p>A row is formatted when it arrives and its bytes are what the checkpoint holds, so every retry shows the same bytes.
 * Batches that were closed at or before a completed checkpoint are published in its completion callback, restored ones
 * when the operator opens: the checkpoint that they were restored from had completed. In a bounded job the final
 * checkpoint publishes the rest, and once it has, the outlet is told that this was all.
 *
 * <p><b>State.</b> {@code batches}: the batches that are not acknowledged yet, noisy (with exact rows only where a replay
 * reveals them), in order, and at the end an empty one with the number of the last batch that was ever closed; {@code
 * tally}: exact counters by name, private; a {@link Marker}.
 */
public final class PublishOperator extends AbstractStreamOperator<Void>
        implements TwoInputStreamOperator<Outcome, Tally, Void> {

    private static final long serialVersionUID = 1L;

    private final Plan plan;
    private final RowFormat format;
    private final Outlet.Factory outlets;

    private transient ListState<byte[]> batchState;
    private transient ListState<Tuple2<String, Long>> tallyState;
    private transient Pending pending;
    private transient NamedTally totals;
    private transient NavigableMap<Long, Tally> totalsAt;
    private transient Outlet outlet;
    private transient PublishMetrics publishing;
    private transient boolean inputEnded;
    private transient long finalCheckpoint;

    /**
     * Publishes a plan's outcomes.
     *
     * @param format writes outcomes down
     * @param outlets where rows become visible
     */
    @SuppressWarnings("NullAway.Init")
    public PublishOperator(Plan plan, RowFormat format, Outlet.Factory outlets) {
        this.plan = plan;
        this.format = format;
        this.outlets = outlets;
    }

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        Marker.place(plan, context);
        batchState = context.getOperatorStateStore()
                .getListState(new ListStateDescriptor<>("batches", BytePrimitiveArraySerializer.INSTANCE));
        tallyState = context.getOperatorStateStore()
                .getListState(new ListStateDescriptor<>("tally", Types.TUPLE(Types.STRING, Types.LONG)));
        pending = new Pending();
        totals = new NamedTally(plan);
        totalsAt = new TreeMap<>();
        for (byte[] batch : batchState.get()) {
            pending.restore(BatchCodec.decode(batch));
        }
        for (Tuple2<String, Long> counter : tallyState.get()) {
            totals.restore(counter.f0, counter.f1);
        }
    }

    @Override
    public void open() throws Exception {
        super.open();
        publishing = new PublishMetrics(
                getRuntimeContext().getMetricGroup(), getProcessingTimeService()::getCurrentProcessingTime);
        outlet = outlets.open();
        outlet.resume(pending.lastNumber());
        publishUpTo(0);
    }

    @Override
    public void processElement1(StreamRecord<Outcome> outcome) {
        pending.add(format.format(outcome.getValue()));
    }

    @Override
    public void processElement2(StreamRecord<Tally> tally) {
        totals.add(tally.getValue());
    }

    /** No more outcomes come: the next checkpoint is the last that has anything to publish. */
    @Override
    public void finish() throws Exception {
        super.finish();
        inputEnded = true;
    }

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        super.snapshotState(context);
        long checkpoint = context.getCheckpointId();
        publishing.barrier(checkpoint);
        pending.close(checkpoint);
        snapshotPending();
        if (inputEnded && finalCheckpoint == 0) {
            finalCheckpoint = checkpoint;
        }
        tallyState.clear();
        for (Map.Entry<String, Long> counter : totals.counters().entrySet()) {
            tallyState.add(Tuple2.of(counter.getKey(), counter.getValue()));
        }
        totalsAt.put(checkpoint, totals.tally());
    }

    private void snapshotPending() throws Exception {
        batchState.clear();
        for (Batch batch : pending.all()) {
            batchState.add(BatchCodec.encode(batch.number(), batch.rows()));
        }
        batchState.add(BatchCodec.encode(pending.lastNumber(), List.of()));
    }

    @Override
    public void notifyCheckpointComplete(long checkpoint) throws Exception {
        super.notifyCheckpointComplete(checkpoint);
        publishUpTo(checkpoint);
        publishing.completed(checkpoint);
        if (finalCheckpoint > 0 && finalCheckpoint <= checkpoint) {
            outlet.end(pending.lastNumber());
        }
        Map.Entry<Long, Tally> latest = totalsAt.floorEntry(checkpoint);
        if (latest != null) {
            outlet.counters(latest.getValue());
            totalsAt.headMap(checkpoint, true).clear();
        }
    }

    private void publishUpTo(long checkpoint) throws Exception {
        for (Batch due = pending.due(checkpoint); due != null; due = pending.due(checkpoint)) {
            outlet.publish(due.number(), due.rows());
            pending.forgetOldest();
            publishing.published(due);
        }
    }

    @Override
    public void close() throws Exception {
        try {
            if (outlet != null) {
                outlet.close();
            }
        } finally {
            super.close();
        }
    }
}
