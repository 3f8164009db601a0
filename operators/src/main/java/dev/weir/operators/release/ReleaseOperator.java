package dev.weir.operators.release;

import dev.weir.accountant.noise.KeyStream;
import dev.weir.accountant.noise.Randomness;
import dev.weir.operators.gate.PartialSum;
import dev.weir.operators.query.Plan;
import dev.weir.operators.state.KeyGroupOperator;
import dev.weir.operators.state.restore.ClosedCells;
import dev.weir.operators.time.Schedule;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.api.common.operators.MailboxExecutor.MailOptions;
import org.apache.flink.runtime.execution.CancelTaskException;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.OutputTag;
import org.jspecify.annotations.Nullable;

/**
 * Sums what the gate has counted, keyed by (query, key), and closes windows: every declared key in every window of the
 * schedule, whether any record has it or not, exactly once.
 *
 * <p>Exact totals, key accounts and noise are in this operator alone, so a checkpoint holds all of them or none. Each subtask
 * draws noise from a cryptographic key stream of its own, which is opened with the operator and is never part of its state.
 *
 * <p><b>Closing.</b> A watermark may make many windows due: after an outage, all that were missed. They are closed in
 * the order of their ends, one in each turn of the task's mailbox, so that barriers, timers and a cancellation come in
 * between. All noise of a window is drawn before its first row is emitted, so that the time between two rows of a
 * window depends on no value; how long a selection draws depends on its counts (docs/limitations.md). The watermark is
 * forwarded when all windows that it closes have been drawn. Rows are kept downstream until a checkpoint that holds
 * them has completed, so at a {@link RowLimit} the operator waits for one; only the end of the input does not wait,
 * because the final checkpoint comes after it. When a window is drawn depends on the machine and on checkpoints; which
 * records it holds and which windows are drawn do not.
 *
 * <p><b>State.</b> A {@link ReleaseTable} for each key group: as sensitive as the input. A barrier between two windows of one
 * watermark finds the first in the table's closed time and the second among its open totals; after a restore the second is
 * due again once a watermark has passed its end.
 *
 * <p><b>Late data</b> never re-opens a window: the state says up to which time cells are closed, and what belongs to a closed
 * cell is dropped, whatever the watermark is after a restore.
 */
public final class ReleaseOperator extends KeyGroupOperator<PartialSum, Outcome, ReleaseTable> {

    /** Exact values, for teaching and checking: private. Empty unless they are revealed. */
    public static final OutputTag<Outcome> EXACT = new OutputTag<>("exact", OutcomeSerializer.TYPE);

    private static final long serialVersionUID = 1L;

    private final Schedule schedule;
    private final boolean reveal;
    private final RowLimit limit;

    private transient DueWindows due;
    private transient UnpublishedRows unpublished;
    private transient MailboxExecutor mailbox;
    private transient boolean isScheduled;

    /** The last watermark; null once every window that it closes has been drawn. */
    private transient @Nullable Watermark announced;

    /**
     * An operator that releases the plan's queries.
     *
     * @param plan the queries
     * @param schedule which windows are released
     * @param limit how many rows may wait for a checkpoint before no further window is closed
     * @param reveal whether exact values go to {@link #EXACT}: for teaching and checking, never for production
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
        Randomness randomness = KeyStream.fresh();
        ClosedCells closed = new ClosedCells(plan(), schedule);
        List<StepRelease> releases = new ArrayList<>();
        for (int query = 0; query < plan().queries().size(); query++) {
            releases.add(StepRelease.of(plan(), query, randomness, reveal).notBefore(closed.end(query)));
        }
        return IntStream.range(0, groups)
                .mapToObj(group -> new ReleaseTable(names(), releasers(group, owned, releases), closed))
                .toList();
    }

    private List<String> names() {
        return plan().queries().stream().map(priced -> priced.query().name()).toList();
    }

    private static List<Releaser> releasers(int group, OwnedKeys owned, List<StepRelease> releases) {
        return IntStream.range(0, releases.size())
                .mapToObj(query -> new Releaser(releases.get(query), owned.of(group, query)))
                .toList();
    }

    @Override
    public void open() throws Exception {
        super.open();
        due = new DueWindows(plan(), schedule, tables());
        unpublished = new UnpublishedRows(
                limit.share(getRuntimeContext().getTaskInfo().getNumberOfParallelSubtasks()));
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
        announced = watermark;
        if (!isScheduled) {
            closeFirst();
        }
    }

    /** Closes the first due window and leaves the next one to the mailbox. After the last one the watermark follows. */
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
     * Schedules the next window. A deferrable mail is run by the task's own loop alone, not by an operator that waits
     * within a call.
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
    }

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        super.snapshotState(context);
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

    /** Closes all windows that are still due, because no barrier passes until this returns. */
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
