package dev.weir.operators.state;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.runtime.state.CheckpointStateOutputStream;
import org.apache.flink.runtime.state.CheckpointStreamFactory;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.KeyGroupRangeOffsets;
import org.apache.flink.runtime.state.KeyGroupsStateHandle;
import org.apache.flink.runtime.state.KeyedStateHandle;
import org.apache.flink.runtime.state.StreamStateHandle;

/**
 * Writes the views of a subtask's tables, group by group. Each view is closed as soon as it is written, so that later
 * changes need not copy its arrays. All remaining views are closed when the snapshot ends, even if it fails.
 */
final class TableSnapshot extends StateWriting<KeyedStateHandle> {

    private static final int INITIAL_BYTES = 1 << 16;

    private final Deque<KeyGroupTable.View> views = new ArrayDeque<>();
    private final KeyGroupRange groups;

    /**
     * Creates a snapshot of the tables as they are now. Any thread may write it.
     *
     * @param tables the tables, one for each key group, in order
     * @param factory opens the stream that the snapshot is written to
     */
    TableSnapshot(List<? extends KeyGroupTable> tables, KeyGroupRange groups, CheckpointStreamFactory factory) {
        super(factory);
        this.groups = groups;
        tables.forEach(table -> views.add(table.view()));
    }

    @Override
    protected long[] write(CheckpointStateOutputStream stream) throws IOException {
        long[] offsets = new long[groups.getNumberOfKeyGroups()];
        DataOutputSerializer group = new DataOutputSerializer(INITIAL_BYTES);
        for (int i = 0; i < offsets.length; i++) {
            try (KeyGroupTable.View view = views.remove()) {
                view.write(group);
            }
            offsets[i] = stream.getPos();
            write(stream, group.getSharedBuffer(), group.length());
            group.clear();
        }
        return offsets;
    }

    @Override
    protected KeyedStateHandle handle(long[] offsets, StreamStateHandle stream) {
        return new KeyGroupsStateHandle(new KeyGroupRangeOffsets(groups, offsets), stream);
    }

    @Override
    protected void cleanupProvidedResources() {
        views.forEach(KeyGroupTable.View::close);
        views.clear();
    }
}
