package dev.weir.operators.publish;

import dev.weir.accountant.journal.JournalState;
import dev.weir.accountant.journal.JournalState.Pending;
import dev.weir.operators.restore.StartRefused;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;

/**
 * The state of the publishing operator: {@code journal}, one {@link PublishJournal}, and {@code batches}, the rows of its
 * pending batches in their order.
 *
 * <p>State that was written without a ledger has {@code batches} of the first format and no journal, and is refused: a chain
 * that began with it would count its batches from 1 anew, and know nothing of what had been published.
 */
final class JournalStore {

    /** The name of the state that says that there is a ledger. */
    static final String JOURNAL = "journal";

    private final ListState<PublishJournal> journals;
    private final ListState<byte[]> rows;
    private List<LedgerBatch> batches = List.of();

    JournalStore(OperatorStateStore store) throws Exception {
        this.journals = store.getListState(new ListStateDescriptor<>(JOURNAL, new PublishJournal.Serializer()));
        this.rows = store.getListState(new ListStateDescriptor<>("batches", new SharedBytesSerializer()));
    }

    /**
     * Reads what was restored, as of a completed checkpoint.
     *
     * @param ifEmpty the journal of a pipeline without state
     */
    PublishJournal restore(PublishJournal ifEmpty) throws Exception {
        Iterator<PublishJournal> restored = journals.get().iterator();
        if (!restored.hasNext()) {
            requireNothing();
            return ifEmpty;
        }
        PublishJournal journal = restored.next();
        batches = readBatches(journal.chain());
        long from = Math.min(journal.scheduleFrom(), ifEmpty.scheduleFrom());
        return new PublishJournal(journal.chain().restored(), from);
    }

    private List<LedgerBatch> readBatches(JournalState chain) throws Exception {
        List<LedgerBatch> read = new ArrayList<>();
        Iterator<byte[]> bytes = rows.get().iterator();
        for (Pending pending : chain.pending()) {
            if (!bytes.hasNext()) {
                throw new IOException("the restored state has no rows for batch "
                        + pending.batch().sequence());
            }
            read.add(LedgerBatch.restored(pending.batch(), bytes.next()));
        }
        return read;
    }

    private void requireNothing() throws Exception {
        if (rows.get().iterator().hasNext()) {
            throw new StartRefused(
                            StartRefused.Code.STATE_UNUSABLE,
                            "the state belongs to a job without a ledger: build the job withoutLedger, or start a new one")
                    .asFailure();
        }
    }

    /** The rows of the restored pending batches, in their order. */
    List<LedgerBatch> batches() {
        return batches;
    }

    /** Writes what a checkpoint holds; what was restored can be forgotten then. */
    void snapshot(CommitQueue.Snapshot snapshot, long scheduleFrom) throws Exception {
        journals.update(List.of(new PublishJournal(snapshot.chain(), scheduleFrom)));
        rows.update(snapshot.batches().stream().map(LedgerBatch::bytes).toList());
    }
}
