package dev.weir.operators.publish;

import dev.weir.operators.state.StateWriting;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RunnableFuture;
import org.apache.flink.core.fs.CloseableRegistry;
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
 * Writes pending batches as raw operator state: each a part of its own, behind its length, in one call. Flink writes list state
 * byte by byte, which takes seconds where a step has a million rows. Nothing is copied: nobody changes the bytes of a batch.
 */
final class RowsSnapshot extends StateWriting<OperatorStateHandle> {

    private final List<byte[]> batches;

    private RowsSnapshot(List<byte[]> batches, CheckpointStreamFactory factory) {
        super(factory);
        this.batches = batches;
    }

    /**
     * Writes batches once it is run, by any thread.
     *
     * @param batches their bytes, in their order
     * @param factory makes the stream that they are written to
     * @param cancelables what is closed when the task is cancelled
     */
    static RunnableFuture<SnapshotResult<OperatorStateHandle>> of(
            List<byte[]> batches, CheckpointStreamFactory factory, CloseableRegistry cancelables) throws IOException {
        return batches.isEmpty()
                ? DoneFuture.of(SnapshotResult.empty())
                : new RowsSnapshot(batches, factory).toAsyncSnapshotFutureTask(cancelables);
    }

    @Override
    protected long[] write(CheckpointStateOutputStream stream) throws IOException {
        long[] offsets = new long[batches.size()];
        for (int i = 0; i < offsets.length; i++) {
            byte[] batch = batches.get(i);
            offsets[i] = stream.getPos();
            stream.write(ByteBuffer.allocate(Integer.BYTES).putInt(batch.length).array());
            stream.write(batch, 0, batch.length);
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

    /** The batch that part of a restored state holds. */
    static byte[] read(StatePartitionStreamProvider part) throws IOException {
        DataInputStream in = new DataInputStream(part.getStream());
        byte[] batch = new byte[in.readInt()];
        in.readFully(batch);
        return batch;
    }

    @Override
    protected void cleanupProvidedResources() {}
}
