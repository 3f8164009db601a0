package dev.weir.operators.publish;

import dev.weir.accountant.journal.JournalState;
import dev.weir.accountant.journal.JournalState.Pending;
import dev.weir.operators.restore.StartRefused;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.runtime.state.StatePartitionStreamProvider;

/**
 * The state of the publishing operator: {@code journal}, one {@link PublishJournal}, and as raw operator state the rows of its
 * pending batches in their order ({@link RowsSnapshot}). Older builds kept these rows in a list, {@code batches}: it is read and
 * never written.
 *
 * <p>State that was written without a ledger has {@code batches} of the first format and no journal, and is refused: a chain
 * that began with it would count its batches from 1 anew, and know nothing of what had been published.
 */
final class JournalStore {

    /** The name of the state that says that there is a ledger. */
    static final String JOURNAL = "journal";

    private final ListState<PublishJournal> journals;
    private final ListState<byte[]> oldRows;
    private List<LedgerBatch> batches = List.of();

    JournalStore(OperatorStateStore store) throws Exception {
        this.journals = store.getListState(new ListStateDescriptor<>(JOURNAL, new PublishJournal.Serializer()));
        this.oldRows = store.getListState(new ListStateDescriptor<>("batches", new SharedBytesSerializer()));
    }

    /**
     * Reads what was restored, as of a completed checkpoint.
     *
     * @param ifEmpty the journal of a pipeline without state
     * @param rows the raw state
     */
    PublishJournal restore(PublishJournal ifEmpty, Iterable<StatePartitionStreamProvider> rows) throws Exception {
        Iterator<byte[]> restored = rows(rows).iterator();
        Optional<PublishJournal> journal = journal();
        if (journal.isEmpty()) {
            requireNothing(restored);
            return ifEmpty;
        }
        batches = readBatches(journal.get().chain(), restored);
        long from = Math.min(journal.get().scheduleFrom(), ifEmpty.scheduleFrom());
        return new PublishJournal(journal.get().chain().restored(), from);
    }

    /** The journal alone, as it was written; empty if nothing was restored. */
    Optional<PublishJournal> journal() throws Exception {
        Iterator<PublishJournal> restored = journals.get().iterator();
        return restored.hasNext() ? Optional.of(restored.next()) : Optional.empty();
    }

    private List<byte[]> rows(Iterable<StatePartitionStreamProvider> parts) throws Exception {
        List<byte[]> read = new ArrayList<>();
        oldRows.get().forEach(read::add);
        oldRows.clear();
        for (StatePartitionStreamProvider part : parts) {
            read.add(RowsSnapshot.read(part));
        }
        return read;
    }

    private static List<LedgerBatch> readBatches(JournalState chain, Iterator<byte[]> rows) throws IOException {
        List<LedgerBatch> read = new ArrayList<>();
        for (Pending pending : chain.pending()) {
            if (!rows.hasNext()) {
                throw new IOException("the restored state has no rows for batch "
                        + pending.batch().sequence());
            }
            read.add(LedgerBatch.restored(pending.batch(), rows.next()));
        }
        return read;
    }

    private static void requireNothing(Iterator<byte[]> rows) {
        if (rows.hasNext()) {
            throw new StartRefused(
                            StartRefused.Code.STATE_UNUSABLE,
                            "the state belongs to a job without a ledger: build the job withoutLedger, or start a new one")
                    .asFailure();
        }
    }

    /** The pending batches with their rows, in their order: what was restored, or what the latest checkpoint holds. */
    List<LedgerBatch> batches() {
        return batches;
    }

    /** Notes what a checkpoint holds. */
    void snapshot(CommitQueue.Snapshot snapshot, long scheduleFrom) throws Exception {
        journals.update(List.of(new PublishJournal(snapshot.chain(), scheduleFrom)));
        batches = snapshot.batches();
    }

    /** Takes the rows of what {@link #snapshot} has noted, to be written by another thread. */
    List<byte[]> takeRows() {
        List<byte[]> rows = batches.stream().map(LedgerBatch::bytes).toList();
        batches = List.of();
        return rows;
    }
}
