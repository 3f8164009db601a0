package dev.weir.operators.release;

import dev.weir.accountant.noise.KeyStream;
import dev.weir.operators.gate.PartialSum;
import dev.weir.operators.query.Plan;
import dev.weir.operators.state.KeyGroupOperator;
import dev.weir.operators.state.restore.ClosedCells;
import dev.weir.operators.time.Schedule;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.api.common.operators.MailboxExecutor.MailOptions;
import org.apache.flink.runtime.execution.CancelTaskException;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.util.OutputTag;
import org.jspecify.annotations.Nullable;

/**
 * Adds up the partial sums of the gate, keyed by (query, key), and closes windows. Every declared key is released or
 * withheld exactly once in every window of the schedule, whether any record has the key or not.
 *
 * <p>Keys that nobody declared are drawn when their window closes, and only those leave this operator that are announced ({@link
 * WindowAnnouncement}).
 *
 * <p>Exact totals, key accounts and noise are in this operator alone, so a checkpoint contains all of them or none.
 * Each subtask draws noise from its own cryptographic key stream, which is created with the operator and is never part
 * of its state.
 *
 * <p><b>Closing.</b> A watermark may make many windows due, for example all windows that ended during an outage. They
 * are closed in the order of their ends, one in each turn of the task's mailbox, so that barriers, timers and a
 * cancellation are handled in between. All noise of a window is drawn before its first row is emitted, so that the time
 * between two rows of a window depends on no value. The time that a selection takes to draw does depend on its counts
 * (docs/limitations.md). The watermark is forwarded when all windows that it closes have been drawn, and so is that the input is idle. Rows are kept
 * downstream until a checkpoint that contains them has completed. When the number of such rows reaches this subtask's
 * share of the {@link RowLimit}, the operator closes no further window until a checkpoint completes. Only at the end of
 * the input it does not wait, because the final checkpoint comes later. The machine and the checkpoints affect when a
 * window is drawn. They affect neither which windows are drawn nor which records a window contains.
 *
 * <p><b>State.</b> The state is a {@link ReleaseTable} for each key group and is as sensitive as the input. A barrier
 * may come between two windows of one watermark. In the state of that checkpoint the first window is closed and the
 * second has open totals. After a restore the second window becomes due again when a watermark passes its end.
 *
 * <p><b>Late data</b> never re-opens a window. The state contains the time up to which cells are closed, and a sum for
 * a closed cell is dropped, whatever the watermark is after a restore.
 */
public final class ReleaseOperator extends KeyGroupOperator<PartialSum, Outcome, ReleaseTable> {

    /**
     * The output of exact values, for teaching and checking. It is private, and empty unless exact values are revealed.
     */
    public static final OutputTag<Outcome> EXACT = new OutputTag<>("exact", OutcomeSerializer.TYPE);

    private static final long serialVersionUID = 1L;

    private final Schedule schedule;
    private final boolean reveal;
    private final RowLimit limit;

    private transient ClosedTimes closedTimes;
    private transient DueWindows due;
    private transient UnpublishedRows unpublished;
    private transient MailboxExecutor mailbox;
    private transient boolean isScheduled;

    /**
     * The last watermark but that of the end of the input; null after it has been forwarded, because every window that it closes has been drawn.
     */
    private transient @Nullable Watermark announced;

    /** Whether the watermark of the end of the input is still to be forwarded. It closes no window of a schedule without an end. */
    private transient boolean isEndAnnounced;

    /** Whether the input is idle and that is still to be forwarded. */
    private transient boolean isIdleAnnounced;

    /**
     * Creates an operator that releases the plan's queries.
     *
     * @param plan the queries
     * @param schedule the windows that are released
     * @param limit the number of rows that may wait for a checkpoint before no further window is closed
     * @param reveal whether exact values are sent to {@link #EXACT}; for teaching and checking, never for production
     */
    @SuppressWarnings("NullAway.Init")
    public ReleaseOperator(Plan plan, Schedule schedule, RowLimit limit, boolean reveal) {
        super(plan);
        this.schedule = schedule;
        this.limit = limit;
        this.reveal = reveal;
    }

    @Override
    protected List<ReleaseTable> newTables(int groups) {
        OwnedKeys owned = new OwnedKeys(plan(), groups, this::group);
        ClosedCells closed = new ClosedCells(plan(), schedule);
        QueryReleasers releasers = new QueryReleasers(plan(), closed, KeyStream.fresh(), reveal);
        return IntStream.range(0, groups)
                .mapToObj(group -> new ReleaseTable(names(), releasers.of(group, owned), closed))
                .toList();
    }

    private List<String> names() {
        return plan().queries().stream().map(priced -> priced.query().name()).toList();
    }

    @Override
    protected void restored(StateInitializationContext context) throws Exception {
        closedTimes = new ClosedTimes(context.getOperatorStateStore());
        closedTimes.spend(tables());
    }

    @Override
    public void open() throws Exception {
        super.open();
        due = new DueWindows(plan(), schedule, tables());
        unpublished = new UnpublishedRows(
                limit.share(getRuntimeContext().getTaskInfo().getNumberOfParallelSubtasks()), limit.windows());
        mailbox = mailbox();
    }

    /**
     * Adds a partial sum. Sums for a window that a watermark has closed are dropped, even while the window waits to be
     * drawn.
     */
    @Override
    public void processElement(StreamRecord<PartialSum> element) {
        PartialSum partial = element.getValue();
        if (!due.isAnnounced(partial.windowEnd())) {
            table(partial.route()).add(partial);
        }
    }

    @Override
    public void processWatermark(Watermark watermark) throws Exception {
        due.advance(watermark.getTimestamp());
        if (watermark.equals(Watermark.MAX_WATERMARK)) {
            isEndAnnounced = true;
        } else {
            announced = watermark;
        }
        if (!isScheduled) {
            closeFirst();
        }
    }

    /**
     * Forwards that the input is idle when all windows that are due have been drawn. An operator downstream does not wait for the watermarks of
     * an idle input, so it would take windows for drawn by all subtasks that this one has yet to draw.
     */
    @Override
    public void processWatermarkStatus(WatermarkStatus status) throws Exception {
        isIdleAnnounced = status.isIdle();
        if (status.isActive() || due.isEmpty()) {
            forwardStatus(status);
        }
    }

    private void forwardStatus(WatermarkStatus status) throws Exception {
        isIdleAnnounced = false;
        super.processWatermarkStatus(status);
    }

    /**
     * Closes the first due window and schedules the next one in the mailbox. If no window is due any more, forwards the
     * watermark.
     */
    private void closeFirst() throws Exception {
        if (!due.isEmpty() && !unpublished.isFull()) {
            emit(due.closeFirst());
        }
        if (due.isEmpty()) {
            forwardWatermark();
        } else if (!unpublished.isFull()) {
            schedule();
        }
    }

    /**
     * Schedules the next window. The mail is deferrable, so it runs only in the task's main loop and not while an
     * operator yields to the mailbox within a call.
     */
    private void schedule() {
        isScheduled = true;
        mailbox.execute(MailOptions.deferrable(), this::runScheduled, "close the first window that is due");
    }

    private void runScheduled() throws Exception {
        isScheduled = false;
        closeFirst();
    }

    private void emit(List<Outcome> outcomes) {
        outcomes.forEach(this::emit);
        unpublished.add(outcomes.size());
    }

    private void emit(Outcome outcome) {
        if (outcome.kind() == Outcome.Kind.EXACT) {
            output.collect(EXACT, new StreamRecord<>(outcome));
        } else {
            output.collect(new StreamRecord<>(outcome));
        }
    }

    private void forwardWatermark() throws Exception {
        if (announced != null) {
            Watermark reached = announced;
            announced = null;
            super.processWatermark(reached);
        }
        if (isEndAnnounced) {
            isEndAnnounced = false;
            super.processWatermark(Watermark.MAX_WATERMARK);
        }
        if (isIdleAnnounced) {
            forwardStatus(WatermarkStatus.IDLE);
        }
    }

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        super.snapshotState(context);
        closedTimes.store(tables());
        unpublished.barrier(context.getCheckpointId());
    }

    @Override
    public void notifyCheckpointComplete(long checkpoint) throws Exception {
        super.notifyCheckpointComplete(checkpoint);
        unpublished.completed(checkpoint);
        if (!isScheduled && !due.isEmpty()) {
            schedule();
        }
    }

    /**
     * Closes all windows that are still due, without the mailbox, because no barrier can pass before this method
     * returns.
     */
    @Override
    public void finish() throws Exception {
        while (!due.isEmpty()) {
            if (getContainingTask().isCanceled()) {
                throw new CancelTaskException();
            }
            emit(due.closeFirst());
        }
        forwardWatermark();
        super.finish();
    }
}
