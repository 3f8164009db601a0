package dev.weir.operators.testing;

import java.util.List;
import org.apache.flink.runtime.state.CheckpointStreamFactory;
import org.apache.flink.runtime.state.CheckpointedStateScope;
import org.apache.flink.runtime.state.StreamStateHandle;

/** A store that is never asked for copies of older state, because snapshots of tables are whole. */
public interface NewStateOnly extends CheckpointStreamFactory {

    @Override
    default boolean canFastDuplicate(StreamStateHandle handle, CheckpointedStateScope scope) {
        return false;
    }

    @Override
    default List<StreamStateHandle> duplicate(List<StreamStateHandle> handles, CheckpointedStateScope scope) {
        throw new AssertionError("is not asked");
    }
}
