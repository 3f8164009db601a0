package dev.weir.operators.publish;

import dev.weir.operators.query.Plan;
import dev.weir.operators.release.Outcome;
import dev.weir.operators.state.Marker;
import dev.weir.operators.tally.NamedTally;
import dev.weir.operators.tally.Tally;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
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
 * <p><b>State.</b> {@code pending}: rows that are not acknowledged yet, noisy (with exact ones only where a replay reveals
 * them); {@code batches}: the number and the size of each batch of them, in order, and at the end the number of the last
 * batch that was ever closed; {@code tally}: exact counters by name, private; a {@link Marker}.
 */
public final class PublishOperator extends AbstractStreamOperator<Void>
        implements TwoInputStreamOperator<Outcome, Tally, Void> {

    private static final long serialVersionUID = 1L;

    private final Plan plan;
    private final RowFormat format;
    private final Outlet.Factory outlets;

    private transient ListState<Row> pendingState;
    private transient ListState<Tuple2<Long, Integer>> batchState;
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
        pendingState =
                context.getOperatorStateStore().getListState(new ListStateDescriptor<>("pending", new RowSerializer()));
        batchState = context.getOperatorStateStore()
                .getListState(new ListStateDescriptor<>("batches", Types.TUPLE(Types.LONG, Types.INT)));
        tallyState = context.getOperatorStateStore()
                .getListState(new ListStateDescriptor<>("tally", Types.TUPLE(Types.STRING, Types.LONG)));
        pending = new Pending();
        totals = new NamedTally(plan);
        totalsAt = new TreeMap<>();
        restorePending();
        for (Tuple2<String, Long> counter : tallyState.get()) {
            totals.restore(counter.f0, counter.f1);
        }
    }

    /** State of before batches had numbers holds one batch, the first. */
    private void restorePending() throws Exception {
        Iterator<Row> rows = pendingState.get().iterator();
        for (Tuple2<Long, Integer> batch : batchState.get()) {
            List<Row> mine = new ArrayList<>();
            for (int i = 0; i < batch.f1; i++) {
                mine.add(rows.next());
            }
            if (mine.isEmpty()) {
                pending.restoreLastNumber(batch.f0);
            } else {
                pending.restore(batch.f0, mine);
            }
        }
        rows.forEachRemaining(pending::add);
        pending.close(0);
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
        pendingState.clear();
        batchState.clear();
        for (Batch batch : pending.all()) {
            pendingState.addAll(batch.rows());
            batchState.add(Tuple2.of(batch.number(), batch.rows().size()));
        }
        batchState.add(Tuple2.of(pending.lastNumber(), 0));
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
            writeCounters(latest.getValue());
            totalsAt.headMap(checkpoint, true).clear();
        }
    }

    /** Counters only tell what has happened: that they cannot be written is no reason to restart a job. */
    private void writeCounters(Tally latest) {
        try {
            outlet.counters(latest);
        } catch (IOException | RuntimeException e) {
            publishing.countersUnwritten();
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
