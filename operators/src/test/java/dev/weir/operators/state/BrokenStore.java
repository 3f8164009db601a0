package dev.weir.operators.state;

import dev.weir.operators.testing.NewStateOnly;
import java.io.IOException;
import org.apache.flink.runtime.state.CheckpointStateOutputStream;
import org.apache.flink.runtime.state.CheckpointedStateScope;
import org.apache.flink.runtime.state.memory.MemCheckpointStreamFactory;

/** A store that breaks down when the bytes are handed over, or before. */
record BrokenStore(boolean opens) implements NewStateOnly {

    @Override
    public CheckpointStateOutputStream createCheckpointStateOutputStream(CheckpointedStateScope scope)
            throws IOException {
        if (!opens) {
            throw new IOException("no room");
        }
        return new MemCheckpointStreamFactory(1).createCheckpointStateOutputStream(scope);
    }
}
