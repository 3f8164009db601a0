package dev.weir.operators.state;

import java.io.IOException;
import java.util.List;
import org.apache.flink.runtime.state.CheckpointStateOutputStream;
import org.apache.flink.runtime.state.CheckpointStreamFactory;
import org.apache.flink.runtime.state.CheckpointedStateScope;
import org.apache.flink.runtime.state.StreamStateHandle;
import org.apache.flink.runtime.state.memory.MemCheckpointStreamFactory;

/** A store that fails when a stream is opened, or when its bytes are handed over. */
record BrokenStore(boolean opens) implements CheckpointStreamFactory {

    @Override
    public CheckpointStateOutputStream createCheckpointStateOutputStream(CheckpointedStateScope scope)
            throws IOException {
        if (!opens) {
            throw new IOException("no room");
        }
        return new MemCheckpointStreamFactory(1).createCheckpointStateOutputStream(scope);
    }

    @Override
    public boolean canFastDuplicate(StreamStateHandle handle, CheckpointedStateScope scope) {
        return false;
    }

    @Override
    public List<StreamStateHandle> duplicate(List<StreamStateHandle> handles, CheckpointedStateScope scope) {
        throw new AssertionError("is not asked");
    }
}
