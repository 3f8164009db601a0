package dev.weir.operators.publish.batch;

import dev.weir.accountant.canonical.CanonicalWriter;
import dev.weir.operators.publish.row.BigEndian;
import dev.weir.operators.state.StateWriting;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RunnableFuture;
import org.apache.flink.core.fs.CloseableRegistry;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.runtime.state.CheckpointStateOutputStream;
import org.apache.flink.runtime.state.CheckpointStreamFactory;
import org.apache.flink.runtime.state.DefaultOperatorStateBackend;
import org.apache.flink.runtime.state.DoneFuture;
import org.apache.flink.runtime.state.OperatorStateHandle;
import org.apache.flink.runtime.state.OperatorStreamStateHandle;
import org.apache.flink.runtime.state.SnapshotResult;
import org.apache.flink.runtime.state.StatePartitionStreamProvider;
import org.apache.flink.runtime.state.StreamStateHandle;

/**
 * Writes pending batches as raw operator state. Each batch is a partition of its own, preceded by its length. List state would be slow,
 * because Flink writes it byte by byte. The bytes of a batch are never
 * changed, so they are not copied.
 */
public final class RowsSnapshot extends StateWriting<OperatorStateHandle> {

    private final List<LedgerBatch> batches;

    private RowsSnapshot(List<LedgerBatch> batches, CheckpointStreamFactory factory) {
        super(factory);
        this.batches = batches;
    }

    /**
     * Creates a task that writes batches. Any thread may run it.
     *
     * @param batches the batches in their order
     * @param factory opens the stream for the bytes
     * @param cancelables closes the stream when the task is cancelled
     */
    public static RunnableFuture<SnapshotResult<OperatorStateHandle>> of(
            List<LedgerBatch> batches, CheckpointStreamFactory factory, CloseableRegistry cancelables)
            throws IOException {
        return batches.isEmpty()
                ? DoneFuture.of(SnapshotResult.empty())
                : new RowsSnapshot(batches, factory).toAsyncSnapshotFutureTask(cancelables);
    }

    @Override
    protected long[] write(CheckpointStateOutputStream stream) throws IOException {
        long[] offsets = new long[batches.size()];
        for (int i = 0; i < offsets.length; i++) {
            byte[] batch = batches.get(i).bytes();
            offsets[i] = stream.getPos();
            stream.write(new CanonicalWriter().count(batch.length).bytes());
            write(stream, batch, batch.length);
        }
        return offsets;
    }

    @Override
    protected OperatorStateHandle handle(long[] offsets, StreamStateHandle stream) {
        return new OperatorStreamStateHandle(
                Map.of(
                        DefaultOperatorStateBackend.DEFAULT_OPERATOR_STATE_NAME,
                        new OperatorStateHandle.StateMetaInfo(offsets, OperatorStateHandle.Mode.SPLIT_DISTRIBUTE)),
                stream);
    }

    /**
     * Reads the batch in a partition of the restored state. Memory is allocated only for bytes that exist, even if the
     * stated length is larger.
     *
     * @throws IOException if the state cannot be read
     * @throws SuppressRestartsException if the partition has fewer bytes than its length states, or has no length
     */
    static byte[] read(StatePartitionStreamProvider part) throws IOException {
        InputStream in = part.getStream();
        byte[] length = in.readNBytes(Integer.BYTES);
        int bytes = length.length < Integer.BYTES ? -1 : BigEndian.readInt(length, 0);
        byte[] batch = in.readNBytes(Math.max(bytes, 0));
        if (batch.length != bytes) {
            throw UnusableRows.refused("a part is cut, or has a length that is none");
        }
        return batch;
    }

    @Override
    protected void cleanupProvidedResources() {}
}
