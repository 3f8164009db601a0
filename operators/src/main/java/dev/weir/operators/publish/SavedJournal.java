package dev.weir.operators.publish;

import dev.weir.accountant.journal.JournalState;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.core.fs.CloseableRegistry;
import org.apache.flink.runtime.checkpoint.Checkpoints;
import org.apache.flink.runtime.checkpoint.OperatorState;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.CompletedCheckpointStorageLocation;
import org.apache.flink.runtime.state.DefaultOperatorStateBackend;
import org.apache.flink.runtime.state.DefaultOperatorStateBackendBuilder;
import org.apache.flink.runtime.state.OperatorStateHandle;
import org.apache.flink.runtime.state.filesystem.AbstractFsCheckpointStorageAccess;

/**
 * The journal of a pipeline in a checkpoint or savepoint, read without starting a job.
 *
 * @param chain the state's position in the pipeline's chain of batches, and the pending batches
 * @param scheduleFrom the start of the schedule that the state's releases follow, epoch milliseconds
 */
public record SavedJournal(JournalState chain, long scheduleFrom) {

    /**
     * Reads the journal of a state.
     *
     * @param path the state's URI
     * @return the journal; empty if the state belongs to a job without a ledger
     * @throws IOException if the state cannot be read
     */
    public static Optional<SavedJournal> of(String path) throws IOException {
        CompletedCheckpointStorageLocation location = AbstractFsCheckpointStorageAccess.resolveCheckpointPointer(path);
        try (DataInputStream in =
                new DataInputStream(location.getMetadataHandle().openInputStream())) {
            List<OperatorStateHandle> handles =
                    handles(Checkpoints.loadCheckpointMetadata(in, loader(), location.getExternalPointer())
                            .getOperatorStates());
            return handles.isEmpty()
                    ? Optional.empty()
                    : Optional.of(read(handles)).filter(saved -> saved.chain().isAnchored());
        }
    }

    private static ClassLoader loader() {
        return SavedJournal.class.getClassLoader();
    }

    /** The state of the publishing operator. This operator is the only one with a journal, and it has one subtask. */
    private static List<OperatorStateHandle> handles(Iterable<OperatorState> operators) {
        List<OperatorStateHandle> handles = new ArrayList<>();
        for (OperatorState operator : operators) {
            for (OperatorSubtaskState subtask : operator.getStates()) {
                subtask.getManagedOperatorState().stream()
                        .filter(handle ->
                                handle.getStateNameToPartitionOffsets().containsKey(JournalStore.JOURNAL))
                        .forEach(handles::add);
            }
        }
        return handles;
    }

    /** The journal in the state of the publishing operator. */
    static SavedJournal read(List<OperatorStateHandle> handles) throws IOException {
        try (CloseableRegistry streams = new CloseableRegistry()) {
            DefaultOperatorStateBackend store = new DefaultOperatorStateBackendBuilder(
                            loader(), new ExecutionConfig(), false, handles, streams)
                    .build();
            try {
                PublishJournal journal = new JournalStore(store).journal().orElseThrow();
                return new SavedJournal(journal.chain().restored(), journal.scheduleFrom());
            } finally {
                store.dispose();
            }
        } catch (IOException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("the state cannot be read", e);
        }
    }
}
