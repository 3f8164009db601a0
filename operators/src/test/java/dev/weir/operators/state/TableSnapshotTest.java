package dev.weir.operators.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.operators.state.restore.PlanMigration;
import dev.weir.operators.testing.HeldStore;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.RunnableFuture;
import org.apache.flink.core.fs.CloseableRegistry;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.runtime.state.CheckpointStreamFactory;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.KeyGroupsStateHandle;
import org.apache.flink.runtime.state.KeyedStateHandle;
import org.apache.flink.runtime.state.SnapshotResult;
import org.apache.flink.runtime.state.memory.MemCheckpointStreamFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Tests that, however a snapshot ends, its tables may afterwards change without a copy. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class TableSnapshotTest {

    private static final KeyGroupRange GROUPS = KeyGroupRange.of(5, 6);
    private static final CheckpointStreamFactory MEMORY = new MemCheckpointStreamFactory(1 << 20);

    private final Counts first = new Counts();
    private final Counts second = new Counts();
    private final CloseableRegistry task = new CloseableRegistry();

    /** A table of one number that counts its copies. */
    private static final class Counts extends KeyGroupTable {

        private int[] value = {0};
        private int copies;

        void add() {
            beforeChange();
            value[0]++;
        }

        Counts() {
            super(7, 7);
        }

        @Override
        protected Contents contents() {
            int[] then = value;
            return out -> out.writeInt(then[0]);
        }

        @Override
        protected void copyArrays() {
            value = value.clone();
            copies++;
        }

        @Override
        public void read(DataInput in, int format, PlanMigration migration) {
            throw new AssertionError("is not read");
        }
    }

    private RunnableFuture<SnapshotResult<KeyedStateHandle>> snapshot(CheckpointStreamFactory store)
            throws IOException {
        return new TableSnapshot(List.of(first, second), GROUPS, store).toAsyncSnapshotFutureTask(task);
    }

    @AfterEach
    void all_views_have_been_let_go() {
        int copied = first.copies + second.copies;
        first.add();
        second.add();
        assertThat(first.copies + second.copies).isEqualTo(copied);
        assertThat(task.getNumberOfRegisteredCloseables()).isZero();
    }

    @Test
    void a_table_is_written_under_its_group_as_it_was_at_the_barrier() throws Exception {
        first.add();
        var snapshot = snapshot(MEMORY);
        first.add();
        first.add();
        snapshot.run();
        assertThat(first.copies).isEqualTo(1);
        assertThat(second.copies).isZero();
        KeyGroupsStateHandle handle = (KeyGroupsStateHandle) snapshot.get().getJobManagerOwnedSnapshot();
        assertThat(handle.getKeyGroupRange()).isEqualTo(GROUPS);
        assertThat(read(handle, 5)).isEqualTo(1);
        assertThat(read(handle, 6)).isZero();
    }

    private static int read(KeyGroupsStateHandle handle, int group) throws IOException {
        try (FSDataInputStream in = handle.openInputStream()) {
            in.seek(handle.getOffsetForKeyGroup(group));
            DataInputStream data = new DataInputStream(in);
            assertThat(data.readInt()).isEqualTo(7);
            return data.readInt();
        }
    }

    /** A table whose bytes are two slices and a rest. */
    private static final class Bytes extends KeyGroupTable {

        private final byte[] bytes = new byte[150_001];

        Bytes(long seed) {
            super(7, 7);
            new SplittableRandom(seed).nextBytes(bytes);
        }

        @Override
        protected Contents contents() {
            return out -> out.write(bytes);
        }

        @Override
        protected void copyArrays() {}

        @Override
        public void read(DataInput in, int format, PlanMigration migration) {
            throw new AssertionError("is not read");
        }
    }

    @Test
    void a_table_of_many_bytes_is_written_whole_and_the_next_one_behind_it() throws Exception {
        List<Bytes> tables = List.of(new Bytes(1), new Bytes(2));
        var snapshot = new TableSnapshot(tables, GROUPS, MEMORY).toAsyncSnapshotFutureTask(task);
        snapshot.run();
        KeyGroupsStateHandle handle = (KeyGroupsStateHandle) snapshot.get().getJobManagerOwnedSnapshot();
        for (int i = 0; i < 2; i++) {
            try (FSDataInputStream in = handle.openInputStream()) {
                in.seek(handle.getOffsetForKeyGroup(GROUPS.getStartKeyGroup() + i) + Integer.BYTES);
                assertThat(in.readNBytes(150_001)).isEqualTo(tables.get(i).bytes);
            }
        }
    }

    @Test
    void each_of_two_snapshots_at_a_time_has_its_own_moment() throws Exception {
        var checkpoint = snapshot(MEMORY);
        first.add();
        var savepoint = snapshot(MEMORY);
        first.add();
        savepoint.run();
        first.add();
        checkpoint.run();
        assertThat(first.copies).isEqualTo(2);
        assertThat(read((KeyGroupsStateHandle) checkpoint.get().getJobManagerOwnedSnapshot(), 5))
                .isZero();
        assertThat(read((KeyGroupsStateHandle) savepoint.get().getJobManagerOwnedSnapshot(), 5))
                .isEqualTo(1);
    }

    @Test
    void a_snapshot_that_is_cancelled_before_it_begins_lets_go() throws Exception {
        snapshot(MEMORY).cancel(true);
    }

    @Test
    void a_snapshot_that_is_cancelled_while_it_is_written_lets_go() throws Exception {
        for (HeldStore.Where where : HeldStore.Where.values()) {
            HeldStore store = new HeldStore(MEMORY, where);
            var snapshot = snapshot(store);
            Thread writing = new Thread(snapshot, "writes a snapshot");
            writing.start();
            store.awaitHeld(1);
            snapshot.cancel(true);
            writing.join();
        }
    }

    @Test
    void a_task_that_ends_lets_go() throws Exception {
        var snapshot = snapshot(MEMORY);
        task.close();
        assertThat(snapshot.isDone()).isTrue();
    }

    @Test
    void a_store_that_fails_lets_go() throws Exception {
        for (BrokenStore store : List.of(new BrokenStore(false), new BrokenStore(true))) {
            var snapshot = snapshot(store);
            snapshot.run();
            assertThatThrownBy(snapshot::get).hasCauseInstanceOf(IOException.class);
        }
    }
}
