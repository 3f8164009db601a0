package dev.weir.operators.publish;

import dev.weir.operators.query.Plan;
import dev.weir.operators.restore.StartRefused;
import dev.weir.operators.restore.StateIdentity;
import java.io.IOException;
import java.util.List;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Keeps rows until the checkpoint that holds them has completed, and only then publishes them, without a ledger: for exact
 * values that a replay reveals, and for jobs that are built without one. Nothing refuses state that is older than what it has
 * published. {@link LedgerPublishOperator} does. Runs with parallelism and max parallelism 1.
 *
 * <p>A row arrives as bytes, and the checkpoint holds these bytes, so every retry publishes the same bytes. A checkpoint closes a
 * batch; the thread that writes the checkpoint puts its rows in order, and later checkpoints refer to the same bytes. Batches that were
 * closed at or before a completed checkpoint are published in its completion callback. Restored batches are published when
 * the operator opens, because the checkpoint that they were restored from had completed. In a bounded job the final
 * checkpoint publishes the rest, and then the sink is told that nothing follows.
 *
 * <p><b>State.</b> The batches that the sink has not acknowledged, in order, and at the end an empty batch with the number of the
 * last batch that was ever closed, as {@link RowsSnapshot} writes them. And a {@link StateIdentity}.
 */
public final class PublishOperator extends RowsOperator {

    private static final long serialVersionUID = 1L;

    private final ReleaseSink.Factory sinks;

    private transient PendingBatches pending;
    private transient ReleaseSink sink;
    private transient PublishMetrics publishing;
    private transient FinalCheckpoint last;

    /**
     * Publishes the rows of a plan's releases.
     *
     * @param sinks opens the sink where this operator runs
     */
    @SuppressWarnings("NullAway.Init")
    public PublishOperator(Plan plan, ReleaseSink.Factory sinks) {
        super(plan);
        this.sinks = sinks;
    }

    @Override
    protected void restore(StateInitializationContext context, StateIdentity identity) throws Exception {
        last = new FinalCheckpoint();
        requireNoLedger(context.getOperatorStateStore());
        StartLog.changes("domain " + plan().domain(), identity.changes());
        StartLog.changes("domain " + plan().domain(), identity.unexplained());
        pending = new PendingBatches();
        for (byte[] batch : RestoredRows.of(context)) {
            pending.restore(ReleaseBatch.restored(batch));
        }
    }

    /** A job that leaves its ledger would publish what nothing can be compared with any more. */
    private static void requireNoLedger(OperatorStateStore store) {
        if (store.getRegisteredStateNames().contains(JournalStore.JOURNAL)) {
            throw new StartRefused(
                            StartRefused.Code.STATE_UNUSABLE,
                            "the state belongs to a job with a ledger: start it with that ledger")
                    .asFailure();
        }
    }

    @Override
    public void open() throws Exception {
        super.open();
        publishing = new PublishMetrics(
                getRuntimeContext().getMetricGroup(), plan(), getProcessingTimeService()::getCurrentProcessingTime);
        sink = sinks.open();
        sink.expect(pending.nextToPublish());
        publishUpTo(0);
    }

    @Override
    public void processElement(StreamRecord<PublishedRow> row) throws IOException {
        pending.add(row.getValue());
    }

    /** No more rows come, so the next checkpoint is the last that has anything to publish. */
    @Override
    public void finish() throws Exception {
        super.finish();
        last.inputEnded();
    }

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        super.snapshotState(context);
        long checkpoint = context.getCheckpointId();
        publishing.barrier(checkpoint);
        pending.close(checkpoint);
        last.barrier(checkpoint);
    }

    @Override
    List<ReleaseBatch> rowsOfCheckpoint() {
        return pending.held();
    }

    @Override
    public void notifyCheckpointComplete(long checkpoint) throws Exception {
        super.notifyCheckpointComplete(checkpoint);
        publishUpTo(checkpoint);
        publishing.completed(checkpoint);
        if (last.isCompletedBy(checkpoint)) {
            sink.end(pending.lastNumber());
        }
    }

    private void publishUpTo(long checkpoint) throws Exception {
        for (ReleaseBatch due = pending.due(checkpoint); due != null; due = pending.due(checkpoint)) {
            List<PublishedRow> rows = due.rows();
            sink.publish(due.number(), publishing.watched(rows));
            pending.forgetOldest();
            publishing.published(due.checkpoint(), rows);
        }
    }

    @Override
    public void close() throws Exception {
        try {
            if (sink != null) {
                sink.close();
            }
        } finally {
            super.close();
        }
    }
}
