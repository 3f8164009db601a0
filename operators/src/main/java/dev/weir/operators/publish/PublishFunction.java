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
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.CheckpointListener;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.functions.co.CoProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Writes rows down once, keeps them until the checkpoint that holds them has completed, and only then makes them visible.
 * Runs with parallelism and max parallelism 1.
 *
 * <p>A row is formatted when it arrives and its bytes are what the checkpoint holds, so every retry shows the same bytes.
 * Batches that were closed at or before a completed checkpoint are published in its completion callback, restored ones
 * when the operator opens: the checkpoint that they were restored from had completed. In a bounded job the final
 * checkpoint publishes the rest.
 *
 * <p><b>State.</b> {@code pending}: rows that are not acknowledged yet, noisy (with exact ones only where a replay reveals
 * them); {@code tally}: exact counters by name, private; a {@link Marker}.
 */
public final class PublishFunction extends CoProcessFunction<Outcome, Tally, Void>
        implements CheckpointedFunction, CheckpointListener {

    private static final long serialVersionUID = 1L;

    private final Plan plan;
    private final RowFormat format;
    private final Outlet.Factory outlets;

    private transient ListState<Row> pendingState;
    private transient ListState<Tuple2<String, Long>> tallyState;
    private transient Pending pending;
    private transient NamedTally totals;
    private transient NavigableMap<Long, Tally> totalsAt;
    private transient Outlet outlet;

    /**
     * Publishes a plan's outcomes.
     *
     * @param format writes outcomes down
     * @param outlets where rows become visible
     */
    @SuppressWarnings("NullAway.Init")
    public PublishFunction(Plan plan, RowFormat format, Outlet.Factory outlets) {
        this.plan = plan;
        this.format = format;
        this.outlets = outlets;
    }

    @Override
    public void initializeState(FunctionInitializationContext context) throws Exception {
        Marker.place(plan, context);
        pendingState =
                context.getOperatorStateStore().getListState(new ListStateDescriptor<>("pending", new RowSerializer()));
        tallyState = context.getOperatorStateStore()
                .getListState(new ListStateDescriptor<>("tally", Types.TUPLE(Types.STRING, Types.LONG)));
        pending = new Pending();
        totals = new NamedTally(plan);
        totalsAt = new TreeMap<>();
        for (Row row : pendingState.get()) {
            pending.add(row);
        }
        for (Tuple2<String, Long> counter : tallyState.get()) {
            totals.restore(counter.f0, counter.f1);
        }
    }

    @Override
    public void open(OpenContext context) throws Exception {
        outlet = outlets.open();
        pending.close(0);
        publishUpTo(0);
    }

    @Override
    public void processElement1(Outcome outcome, Context context, Collector<Void> out) {
        pending.add(format.format(outcome));
    }

    @Override
    public void processElement2(Tally tally, Context context, Collector<Void> out) {
        totals.add(tally);
    }

    @Override
    public void snapshotState(FunctionSnapshotContext context) throws Exception {
        long checkpoint = context.getCheckpointId();
        pending.close(checkpoint);
        pendingState.update(pending.all());
        tallyState.clear();
        for (Map.Entry<String, Long> counter : totals.counters().entrySet()) {
            tallyState.add(Tuple2.of(counter.getKey(), counter.getValue()));
        }
        totalsAt.put(checkpoint, totals.tally());
    }

    @Override
    public void notifyCheckpointComplete(long checkpoint) throws Exception {
        publishUpTo(checkpoint);
        Map.Entry<Long, Tally> latest = totalsAt.floorEntry(checkpoint);
        if (latest != null) {
            outlet.counters(latest.getValue());
            totalsAt.headMap(checkpoint, true).clear();
        }
    }

    private void publishUpTo(long checkpoint) throws Exception {
        List<Row> rows = pending.upTo(checkpoint);
        if (!rows.isEmpty()) {
            outlet.publish(rows);
            pending.forget(checkpoint);
        }
    }

    @Override
    public void close() throws Exception {
        if (outlet != null) {
            outlet.close();
        }
    }
}
