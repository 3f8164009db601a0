package dev.weir.operators.state;

import java.io.IOException;
import org.apache.flink.runtime.state.AsyncSnapshotCallable;
import org.apache.flink.runtime.state.CheckpointStateOutputStream;
import org.apache.flink.runtime.state.CheckpointStreamFactory;
import org.apache.flink.runtime.state.CheckpointedStateScope;
import org.apache.flink.runtime.state.SnapshotResult;
import org.apache.flink.runtime.state.StateObject;
import org.apache.flink.runtime.state.StreamStateHandle;
import org.apache.flink.util.IOUtils;

/**
 * Writes raw state as one stream, in another thread than the task's. Whether the writing completes, fails, or is
 * cancelled before or while it runs, the stream is closed and {@link #cleanupProvidedResources} is called.
 *
 * @param <H> the handle of the state in a checkpoint
 */
public abstract class StateWriting<H extends StateObject> extends AsyncSnapshotCallable<SnapshotResult<H>> {

    /**
     * The largest number of bytes that are written in one call. Java copies what is written to a file in one call to memory outside of the heap. For more than some hundred kilobytes this memory comes anew from the
     * system each time, page by page, which takes longer than the copy.
     */
    private static final int SLICE = 1 << 16;

    private final CheckpointStreamFactory factory;

    /**
     * Creates a task that writes state.
     *
     * @param factory opens the stream that the state is written to
     */
    protected StateWriting(CheckpointStreamFactory factory) {
        this.factory = factory;
    }

    /**
     * Writes the whole state.
     *
     * @return the offset in bytes of each part of the state
     */
    protected abstract long[] write(CheckpointStateOutputStream stream) throws IOException;

    /**
     * Writes the beginning of an array.
     *
     * @param length how many bytes
     */
    protected static void write(CheckpointStateOutputStream stream, byte[] bytes, int length) throws IOException {
        for (int at = 0; at < length; at += SLICE) {
            stream.write(bytes, at, Math.min(SLICE, length - at));
        }
    }

    /** Returns the handle of a stream whose parts start at {@code offsets}. */
    protected abstract H handle(long[] offsets, StreamStateHandle stream);

    @Override
    protected final SnapshotResult<H> callInternal() throws Exception {
        CheckpointStateOutputStream stream =
                factory.createCheckpointStateOutputStream(CheckpointedStateScope.EXCLUSIVE);
        snapshotCloseableRegistry.registerCloseable(stream);
        try {
            long[] offsets = write(stream);
            if (!snapshotCloseableRegistry.unregisterCloseable(stream)) {
                throw new IOException("the snapshot was cancelled");
            }
            return SnapshotResult.of(handle(offsets, stream.closeAndGetHandle()));
        } finally {
            IOUtils.closeQuietly(stream);
        }
    }
}
