package dev.weir.operators.publish;

import dev.weir.operators.publish.batch.LedgerBatch;
import dev.weir.operators.publish.batch.RowsSnapshot;
import dev.weir.operators.publish.row.LedgerEncoding;
import dev.weir.operators.query.Plan;
import dev.weir.operators.state.PlanOperator;
import java.util.List;
import org.apache.flink.runtime.checkpoint.CheckpointOptions;
import org.apache.flink.runtime.state.CheckpointStreamFactory;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFutures;

/**
 * An operator that takes rows in {@link LedgerEncoding} and keeps its pending rows as raw operator state. A checkpoint writes them asynchronously, in another
 * thread.
 */
abstract class RowsOperator extends PlanOperator<byte[], Void> {

    private static final long serialVersionUID = 1L;

    private transient long savepoint;

    /** Creates an operator for the rows of a plan's releases. */
    RowsOperator(Plan plan) {
        super(plan);
    }

    /** The pending batches of the checkpoint whose synchronous part has just ended, in their order. */
    abstract List<LedgerBatch> rowsOfCheckpoint();

    /** Whether a checkpoint whose synchronous part has ended is the latest savepoint. The completion of a savepoint is told only if the job stops with it. */
    final boolean isSavepoint(long checkpoint) {
        return savepoint == checkpoint;
    }

    @Override
    public final OperatorSnapshotFutures snapshotState(
            long checkpointId, long timestamp, CheckpointOptions options, CheckpointStreamFactory factory)
            throws Exception {
        savepoint = options.getCheckpointType().isSavepoint() ? checkpointId : savepoint;
        OperatorSnapshotFutures futures = super.snapshotState(checkpointId, timestamp, options, factory);
        futures.setOperatorStateRawFuture(
                RowsSnapshot.of(rowsOfCheckpoint(), factory, getContainingTask().getCancelables()));
        return futures;
    }
}
