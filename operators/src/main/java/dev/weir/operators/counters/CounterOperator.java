package dev.weir.operators.counters;

import dev.weir.operators.query.Plan;
import dev.weir.operators.state.PlanOperator;
import dev.weir.operators.state.restore.StateIdentity;
import java.io.IOException;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Sums the counters of all subtasks, and passes the totals to a {@link CounterSink} once the checkpoint that contains
 * them has completed. It runs with parallelism and max parallelism 1.
 *
 * <p>The metric {@code countersUnwritten}, in the group {@code weir}, counts how often the sink failed. This number
 * depends on the disk and not on the records. The values of {@link CounterMetrics} are exact and private.
 *
 * <p><b>State.</b> {@code tally} holds the exact counters by name, which are private. The operator also stores a {@link
 * StateIdentity}.
 */
public final class CounterOperator extends PlanOperator<RecordCounters, Void> {

    private static final long serialVersionUID = 1L;

    private final CounterSink sink;

    private transient ListState<Tuple2<String, Long>> state;
    private transient NamedCounters totals;
    private transient NavigableMap<Long, RecordCounters> totalsAt;
    private transient Counter unwritten;
    private transient CounterMetrics shown;

    /**
     * Creates an operator that sums the counters of a plan's queries.
     *
     * @param plan the queries
     * @param sink receives the totals
     */
    @SuppressWarnings("NullAway.Init")
    public CounterOperator(Plan plan, CounterSink sink) {
        super(plan);
        this.sink = sink;
    }

    @Override
    protected void restore(StateInitializationContext context, StateIdentity identity) throws Exception {
        state = context.getOperatorStateStore()
                .getListState(new ListStateDescriptor<>("tally", Types.TUPLE(Types.STRING, Types.LONG)));
        totals = new NamedCounters(plan());
        totalsAt = new TreeMap<>();
        for (Tuple2<String, Long> counter : state.get()) {
            totals.restore(counter.f0, counter.f1);
        }
    }

    @Override
    public void open() throws Exception {
        super.open();
        MetricGroup own = getRuntimeContext().getMetricGroup();
        unwritten = own.addGroup("weir").counter("countersUnwritten");
        shown = new CounterMetrics(own, plan(), totals.totals());
    }

    @Override
    public void processElement(StreamRecord<RecordCounters> counted) {
        totals.add(counted.getValue());
    }

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        super.snapshotState(context);
        state.clear();
        for (Map.Entry<String, Long> counter : totals.counters().entrySet()) {
            state.add(Tuple2.of(counter.getKey(), counter.getValue()));
        }
        totalsAt.put(context.getCheckpointId(), totals.totals());
    }

    @Override
    public void notifyCheckpointComplete(long checkpoint) throws Exception {
        super.notifyCheckpointComplete(checkpoint);
        Map.Entry<Long, RecordCounters> latest = totalsAt.floorEntry(checkpoint);
        if (latest != null) {
            shown.show(latest.getValue());
            write(latest.getValue());
            totalsAt.headMap(checkpoint, true).clear();
        }
    }

    /** Writes the totals. A failure does not restart the job, because nothing depends on the counters. */
    private void write(RecordCounters latest) {
        try {
            sink.write(latest);
        } catch (IOException | RuntimeException e) {
            unwritten.inc();
        }
    }
}
