package dev.weir.operators.ledger;

import dev.weir.accountant.journal.audit.PipelineView.Owner;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.accountant.journal.reading.LedgerRecords;
import java.util.List;

/**
 * A ledger that remembers nothing: every write succeeds and leaves nothing, every reading is empty, and nobody is
 * fenced. It keeps none of the promises that a start relies on, so no start uses it: {@link LedgerAccess#remembers} is
 * false for it.
 */
final class NoLedger implements Ledger {

    private static final NoLedger ONLY = new NoLedger();

    private NoLedger() {}

    /**
     * The place of a ledger that stores nothing. It is an enumeration, so that its copy in a task is the same object.
     */
    enum Place implements Factory {
        /** Nowhere. */
        NOWHERE;

        @Override
        public Ledger open(String domain, String pipeline) {
            return ONLY;
        }

        @Override
        public String toString() {
            return "no ledger";
        }
    }

    @Override
    public void read(LedgerRecords records) {}

    @Override
    public long lastWritten() {
        return Long.MIN_VALUE;
    }

    @Override
    public boolean isAlive(Owner owner) {
        return false;
    }

    @Override
    public void takeDomain() {}

    @Override
    public void takePipeline() {}

    @Override
    public Result writeDomain(List<DomainEntry> entries) {
        return Result.WRITTEN;
    }

    @Override
    public void releaseDomain() {}

    @Override
    public Result writePipeline(Iterable<? extends LedgerRecord> records) {
        return Result.WRITTEN;
    }

    @Override
    public void showLife(long owner, Runnable replaced) {}

    @Override
    public void close() {}
}
