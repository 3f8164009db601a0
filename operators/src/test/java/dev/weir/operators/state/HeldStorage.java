package dev.weir.operators.state;

import dev.weir.operators.testing.HeldStore;
import java.io.IOException;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.runtime.state.CheckpointStateOutputStream;
import org.apache.flink.runtime.state.CheckpointStateToolset;
import org.apache.flink.runtime.state.CheckpointStorage;
import org.apache.flink.runtime.state.CheckpointStorageAccess;
import org.apache.flink.runtime.state.CheckpointStorageFactory;
import org.apache.flink.runtime.state.CheckpointStorageLocation;
import org.apache.flink.runtime.state.CheckpointStorageLocationReference;
import org.apache.flink.runtime.state.CheckpointStreamFactory;
import org.apache.flink.runtime.state.CompletedCheckpointStorageLocation;
import org.apache.flink.runtime.state.storage.FileSystemCheckpointStorage;
import org.jspecify.annotations.Nullable;

/** A job's checkpoint storage that passes, delays or fails checkpoints as a test requires; savepoints always pass. */
public final class HeldStorage implements CheckpointStorage {

    private static final long serialVersionUID = 1L;

    /** The behaviour for checkpoints from now on, in every job of this process. */
    static final AtomicReference<Behaviour> BEHAVIOUR = new AtomicReference<>(Behaviour.PASSES);

    /** The delayed stores, one for each task. */
    private static final Queue<HeldStore> HELD = new ConcurrentLinkedQueue<>();

    private final CheckpointStorage storage;

    private HeldStorage(CheckpointStorage storage) {
        this.storage = storage;
    }

    /** What a storage does with a checkpoint. */
    enum Behaviour {
        PASSES,
        HOLDS,
        FAILS
    }

    /** The factory that Flink's configuration names. */
    public static final class Factory implements CheckpointStorageFactory<HeldStorage> {

        @Override
        public HeldStorage createFromConfig(ReadableConfig config, ClassLoader loader) {
            return new HeldStorage(FileSystemCheckpointStorage.createFromConfig(config, loader));
        }
    }

    /** Lets all checkpoints pass from now on, delayed ones too. */
    static void letGo() {
        BEHAVIOUR.set(Behaviour.PASSES);
        for (HeldStore held = HELD.poll(); held != null; held = HELD.poll()) {
            held.letGo();
        }
    }

    @Override
    public CompletedCheckpointStorageLocation resolveCheckpoint(String pointer) throws IOException {
        return storage.resolveCheckpoint(pointer);
    }

    @Override
    public CheckpointStorageAccess createCheckpointStorage(JobID job) throws IOException {
        return new Access(storage.createCheckpointStorage(job));
    }

    private record Access(CheckpointStorageAccess access) implements CheckpointStorageAccess {

        @Override
        public CheckpointStreamFactory resolveCheckpointStorageLocation(
                long checkpoint, CheckpointStorageLocationReference reference) throws IOException {
            CheckpointStreamFactory store = access.resolveCheckpointStorageLocation(checkpoint, reference);
            Behaviour behaviour = Objects.requireNonNull(BEHAVIOUR.get());
            if (!reference.isDefaultReference() || behaviour == Behaviour.PASSES) {
                return store;
            }
            if (behaviour == Behaviour.FAILS) {
                return new BrokenStore(false);
            }
            HeldStore held = new HeldStore(store, HeldStore.Where.OPENING);
            HELD.add(held);
            return held;
        }

        @Override
        public boolean supportsHighlyAvailableStorage() {
            return access.supportsHighlyAvailableStorage();
        }

        @Override
        public boolean hasDefaultSavepointLocation() {
            return access.hasDefaultSavepointLocation();
        }

        @Override
        public CompletedCheckpointStorageLocation resolveCheckpoint(String pointer) throws IOException {
            return access.resolveCheckpoint(pointer);
        }

        @Override
        public void initializeBaseLocationsForCheckpoint() throws IOException {
            access.initializeBaseLocationsForCheckpoint();
        }

        @Override
        public CheckpointStorageLocation initializeLocationForCheckpoint(long checkpoint) throws IOException {
            return access.initializeLocationForCheckpoint(checkpoint);
        }

        @Override
        public CheckpointStorageLocation initializeLocationForSavepoint(long checkpoint, @Nullable String folder)
                throws IOException {
            return access.initializeLocationForSavepoint(checkpoint, folder);
        }

        @Override
        public CheckpointStateOutputStream createTaskOwnedStateStream() throws IOException {
            return access.createTaskOwnedStateStream();
        }

        @Override
        public CheckpointStateToolset createTaskOwnedCheckpointStateToolset() {
            return access.createTaskOwnedCheckpointStateToolset();
        }
    }
}
