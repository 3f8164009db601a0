package dev.weir.operators.publish;

import dev.weir.accountant.journal.JournalState;
import dev.weir.accountant.journal.JournalState.Pending;
import dev.weir.operators.query.Plan;
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
 * <p>State that was written without a ledger has {@code batches} of the first format and no journal. Their rows become the
 * first rows of a new chain. Those that had been published keep their bytes, so a second copy of them is a copy.
 */
final class JournalStore {

    /** The name of the state that says that there is a ledger. */
    static final String JOURNAL = "journal";

    private final Plan plan;
    private final ListState<PublishJournal> journals;
    private final ListState<byte[]> rows;
    private List<LedgerBatch> batches = List.of();
    private List<PublishedRow> unchained = List.of();

    JournalStore(Plan plan, OperatorStateStore store) throws Exception {
        this.plan = plan;
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
            unchained = readUnchained();
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

    private List<PublishedRow> readUnchained() throws Exception {
        List<PublishedRow> read = new ArrayList<>();
        for (byte[] bytes : rows.get()) {
            for (PublishedRow row : ReleaseBatch.restored(bytes).rows()) {
                read.add(row.windowStart() == PublishedRow.UNKNOWN_START ? row.startingAt(start(row)) : row);
            }
        }
        return read;
    }

    /** The start of a row's window, which tumbled where rows had none; of a query that is no longer asked only the last millisecond is known. */
    private long start(PublishedRow row) {
        return plan.queries().stream()
                .map(priced -> priced.query())
                .filter(query -> query.name().equals(row.query()))
                .mapToLong(query -> query.window().cellStart(row.windowEnd() - 1))
                .findFirst()
                .orElse(row.windowEnd() - 1);
    }

    /** The rows of the restored pending batches, in their order. */
    List<LedgerBatch> batches() {
        return batches;
    }

    /** Restored rows that are not part of a chain yet. */
    List<PublishedRow> unchained() {
        return unchained;
    }

    /** Writes what a checkpoint holds; what was restored can be forgotten then. */
    void snapshot(CommitQueue.Snapshot snapshot, long scheduleFrom) throws Exception {
        journals.update(List.of(new PublishJournal(snapshot.chain(), scheduleFrom)));
        rows.update(snapshot.batches().stream().map(LedgerBatch::bytes).toList());
    }
}
