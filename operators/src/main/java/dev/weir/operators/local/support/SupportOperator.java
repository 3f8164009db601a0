package dev.weir.operators.local.support;

import dev.weir.accountant.local.estimate.ReportSums;
import dev.weir.operators.counters.RecordCounters;
import dev.weir.operators.counters.RecordCountersSerializer;
import dev.weir.operators.counters.RecordOutcome;
import dev.weir.operators.counters.Rejection;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.query.Plan;
import dev.weir.operators.state.PlanOperator;
import dev.weir.operators.state.restore.ClosedCells;
import dev.weir.operators.state.restore.StateIdentity;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.WindowCloser;
import java.util.List;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.OutputTag;

/**
 * Adds up the panes of a question's reports, and emits the rows of every window of the schedule when a watermark passes its end:
 * estimates, or the fact that there were too few reports. It runs with parallelism and max parallelism 1; it receives one part for
 * each pane and subtask, and no reports.
 *
 * <p><b>One value for one release.</b> The rows of a window are a function of the reports that were read before it closed. A window is
 * emitted once in any state, because the state holds the time up to which windows are closed, whatever the watermark is after a
 * restore. The publisher keeps rows until the checkpoint that holds them has completed.
 *
 * <p><b>Late reports</b> that admission took for punctual, because their partition was read late, are counted as {@code BELOW_FLOOR} or
 * {@code HELD_TOO_LONG} and change nothing.
 *
 * <p><b>State.</b> {@code panes} holds the sums of panes that windows still need, of a size that does not depend on the number of reports;
 * {@code closed} the time up to which windows are closed, with {@link ReportQuestion#counted}: panes of other reports are
 * dropped. Both are as public as the reports. The operator also stores a {@link StateIdentity}.
 */
final class SupportOperator extends PlanOperator<SupportPart, PublishedRow> {

    /** The side output of what was counted since the last barrier. */
    static final OutputTag<RecordCounters> COUNTERS =
            new OutputTag<>("support-counters", RecordCountersSerializer.TYPE);

    private static final long serialVersionUID = 1L;

    private final ReportQuestion asked;
    private final Schedule schedule;
    private final EstimateFormat format;

    private transient ListState<SupportPart> panesState;
    private transient ListState<Tuple2<String, Long>> closedState;
    private transient OpenPanes panes;
    private transient WindowRows rows;
    private transient WindowCloser closer;
    private transient RecordCounters counters;
    private transient long closedUpTo;

    /** Creates an operator for a question whose plan is {@code plan}. */
    @SuppressWarnings("NullAway.Init")
    SupportOperator(ReportQuestion asked, Plan plan, Schedule schedule, EstimateFormat format) {
        super(plan);
        this.asked = asked;
        this.schedule = schedule;
        this.format = format;
    }

    @Override
    protected void restore(StateInitializationContext context, StateIdentity identity) throws Exception {
        panes = new OpenPanes(asked);
        closedUpTo = Math.max(asked.window().cellStart(schedule.from()), new ClosedCells(plan(), schedule).end(0));
        panesState = context.getOperatorStateStore().getListState(new ListStateDescriptor<>("panes", SupportPart.TYPE));
        closedState = context.getOperatorStateStore()
                .getListState(new ListStateDescriptor<>("closed", Types.TUPLE(Types.STRING, Types.LONG)));
        boolean isSame = false;
        for (Tuple2<String, Long> closed : closedState.get()) {
            closedUpTo = Math.max(closedUpTo, closed.f1);
            isSame = closed.f0.equals(asked.counted());
        }
        if (isSame) {
            panesState.get().forEach(panes::add);
        }
    }

    @Override
    public void open() throws Exception {
        super.open();
        rows = new WindowRows(asked, plan(), format);
        closer = new WindowCloser(List.of(asked.window()), schedule);
        counters = RecordCounters.empty(1);
    }

    @Override
    public void processElement(StreamRecord<SupportPart> element) {
        SupportPart part = element.getValue();
        if (part.end() > closedUpTo) {
            panes.add(part);
            counters.add(0, RecordOutcome.COUNTED, part.reports());
        } else {
            counters.add(0, Rejection.HELD_TOO_LONG, part.held());
            counters.add(0, Rejection.BELOW_FLOOR, part.reports() - part.held());
        }
    }

    @Override
    public void processWatermark(Watermark watermark) throws Exception {
        closer.advance(watermark.getTimestamp());
        for (long end = closer.firstDue(closedUpTo); end != WindowCloser.NONE; end = closer.firstDue(closedUpTo)) {
            long start = panes.start(end);
            ReportSums sums = panes.close(end);
            closedUpTo = end;
            rows.of(start, end, sums).forEach(row -> output.collect(new StreamRecord<>(row)));
        }
        closedUpTo = Math.max(closedUpTo, closer.closedUpTo());
        super.processWatermark(watermark);
    }

    @Override
    public void prepareSnapshotPreBarrier(long checkpointId) {
        sendCounters();
    }

    @Override
    public void finish() throws Exception {
        sendCounters();
        super.finish();
    }

    private void sendCounters() {
        if (!counters.isEmpty()) {
            output.collect(COUNTERS, new StreamRecord<>(counters));
            counters = RecordCounters.empty(1);
        }
    }

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        super.snapshotState(context);
        panesState.update(panes.parts());
        closedState.update(List.of(Tuple2.of(asked.counted(), closedUpTo)));
    }
}
