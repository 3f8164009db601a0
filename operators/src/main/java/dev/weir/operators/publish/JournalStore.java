package dev.weir.operators.publish;

import dev.weir.accountant.journal.JournalState;
import dev.weir.accountant.journal.JournalState.Pending;
import dev.weir.accountant.journal.chain.Batch;
import dev.weir.accountant.journal.chain.ChainTip;
import dev.weir.operators.ledger.LedgerAccess;
import dev.weir.operators.publish.batch.LedgerBatch;
import dev.weir.operators.publish.batch.OlderBatches;
import dev.weir.operators.publish.batch.UnusableRows;
import dev.weir.operators.publish.commit.CommitQueue;
import dev.weir.operators.state.restore.StartRefused;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.runtime.execution.SuppressRestartsException;

/**
 * The state of the publishing operator. Its list state {@code journal} contains one {@link PublishJournal}. Its raw
 * operator state contains the rows of the pending batches in their order ({@link
 * dev.weir.operators.publish.batch.RowsSnapshot}).
 *
 * <p>A job without a ledger writes a journal without an anchor; an older build wrote {@link OlderBatches} and no
 * journal. A job with a ledger refuses both states, because its ledger does not contain the rows that were published
 * without it. A job without a ledger refuses a journal with an anchor, because the ledger of that journal would not
 * contain the rows that the job publishes.
 */
final class JournalStore {

    /** The name of the state that holds the journal. */
    static final String JOURNAL = "journal";

    private final ListState<PublishJournal> journals;
    private List<LedgerBatch> batches = List.of();

    JournalStore(OperatorStateStore store) throws Exception {
        this.journals = store.getListState(new ListStateDescriptor<>(JOURNAL, new PublishJournal.Serializer()));
    }

    /**
     * Reads the restored state, which belongs to a completed checkpoint.
     *
     * @param access the access to the pipeline's ledger
     * @param ifEmpty the journal of a pipeline without state
     * @param rows the bytes of the pending batches, in their order
     * @throws SuppressRestartsException if {@code rows} are not the rows of the journal's pending batches, or if only
     *     one of the two jobs has a ledger: this job or the job that wrote the state
     */
    PublishJournal restore(LedgerAccess access, PublishJournal ifEmpty, List<byte[]> rows) throws Exception {
        Optional<PublishJournal> journal = journal();
        if (journal.isPresent() || !rows.isEmpty()) {
            requireFits(access, journal.isPresent() && journal.get().chain().isAnchored());
        }
        return journal.isPresent()
                ? restore(access.pipeline(), journal.get(), ifEmpty.scheduleFrom(), rows)
                : older(access.pipeline(), ifEmpty, rows);
    }

    private static void requireFits(LedgerAccess access, boolean hadLedger) {
        if (hadLedger != access.remembers()) {
            throw new StartRefused(
                            StartRefused.Code.STATE_UNUSABLE,
                            hadLedger
                                    ? "the state belongs to a job with a ledger: start it with that ledger"
                                    : "the state belongs to a job without a ledger: build the job withoutLedger, or start a"
                                            + " new one")
                    .asFailure();
        }
    }

    private PublishJournal restore(String pipeline, PublishJournal journal, long scheduleFrom, List<byte[]> rows) {
        batches = readBatches(pipeline, journal.chain(), rows.iterator());
        return new PublishJournal(journal.chain().restored(), Math.min(journal.scheduleFrom(), scheduleFrom));
    }

    private PublishJournal older(String pipeline, PublishJournal ifEmpty, List<byte[]> rows) throws IOException {
        if (rows.isEmpty()) {
            return ifEmpty;
        }
        OlderBatches older = OlderBatches.read(pipeline, ifEmpty.chain().base(), rows);
        batches = older.batches();
        return new PublishJournal(older.chain(), ifEmpty.scheduleFrom());
    }

    /** The restored journal, unchanged; empty if no journal was restored. */
    Optional<PublishJournal> journal() throws Exception {
        Iterator<PublishJournal> restored = journals.get().iterator();
        return restored.hasNext() ? Optional.of(restored.next()) : Optional.empty();
    }

    private static List<LedgerBatch> readBatches(String pipeline, JournalState chain, Iterator<byte[]> rows) {
        List<LedgerBatch> read = new ArrayList<>();
        ChainTip previous = chain.base();
        for (Pending pending : chain.pending()) {
            Batch batch = pending.batch();
            if (!rows.hasNext()) {
                throw UnusableRows.refused("those of batch " + batch.sequence() + " are missing");
            }
            read.add(LedgerBatch.restored(previous, pipeline, batch, rows.next()));
            previous = batch.tip();
        }
        if (rows.hasNext()) {
            throw UnusableRows.refused("no pending batch has the last of them");
        }
        return read;
    }

    /**
     * The pending batches with their rows, in their order. At first these are the restored batches, later the batches
     * of the latest checkpoint until {@link #takeRows} is called.
     */
    List<LedgerBatch> batches() {
        return batches;
    }

    /** Notes the content of a checkpoint. */
    void snapshot(CommitQueue.Snapshot snapshot, long scheduleFrom) throws Exception {
        journals.update(List.of(new PublishJournal(snapshot.chain(), scheduleFrom)));
        batches = snapshot.batches();
    }

    /** Returns the batches that {@link #snapshot} has noted, for another thread to write, and forgets them here. */
    List<LedgerBatch> takeRows() {
        List<LedgerBatch> rows = batches;
        batches = List.of();
        return rows;
    }
}
