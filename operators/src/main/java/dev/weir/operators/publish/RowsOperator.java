package dev.weir.operators.publish;

import dev.weir.operators.publish.batch.LedgerBatch;
import dev.weir.operators.publish.batch.RowsSnapshot;
import dev.weir.operators.publish.row.LedgerEncoding;
import dev.weir.operators.query.Plan;
import dev.weir.operators.state.PlanOperator;
import java.util.List;
import org.apache.flink.runtime.checkpoint.CheckpointOptions;
import org.apache.flink.runtime.checkpoint.SavepointType;
import org.apache.flink.runtime.checkpoint.SnapshotType;
import org.apache.flink.runtime.state.CheckpointStreamFactory;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFutures;

/**
 * An operator that takes rows in {@link LedgerEncoding} and keeps its pending rows as raw operator state. A checkpoint writes them asynchronously, in another
 * thread.
 */
abstract class RowsOperator extends PlanOperator<byte[], Void> {

    private static final long serialVersionUID = 1L;

    private transient long stop;

    /** Creates an operator for the rows of a plan's releases. */
    RowsOperator(Plan plan) {
        super(plan);
    }

    /** The pending batches of the checkpoint whose synchronous part has just ended, in their order. */
    abstract List<LedgerBatch> rowsOfCheckpoint();

    /** Whether a checkpoint, whose synchronous part has ended, is the savepoint with which the job stops. */
    final boolean isStop(long checkpoint) {
        return stop == checkpoint;
    }

    private static boolean isOfStop(SnapshotType type) {
        return type instanceof SavepointType savepoint && savepoint.isSynchronous();
    }

    @Override
    public final OperatorSnapshotFutures snapshotState(
            long checkpointId, long timestamp, CheckpointOptions options, CheckpointStreamFactory factory)
            throws Exception {
        stop = isOfStop(options.getCheckpointType()) ? checkpointId : stop;
        OperatorSnapshotFutures futures = super.snapshotState(checkpointId, timestamp, options, factory);
        futures.setOperatorStateRawFuture(
                RowsSnapshot.of(rowsOfCheckpoint(), factory, getContainingTask().getCancelables()));
        return futures;
    }
}
