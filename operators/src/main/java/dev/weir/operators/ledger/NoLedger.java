package dev.weir.operators.ledger;

import dev.weir.accountant.journal.audit.PipelineView.Owner;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.accountant.journal.reading.LedgerRecords;
import java.util.List;

/**
 * A ledger that stores nothing: every write succeeds without effect, every reading is empty, and nobody is fenced. This
 * ledger keeps none of the promises of {@link Ledger} that a start needs, so no start relies on it: {@link
 * LedgerAccess#remembers} returns false. A check before a start reads this ledger in place of one that does not exist
 * yet.
 */
final class NoLedger implements Ledger {

    private static final NoLedger ONLY = new NoLedger();

    private NoLedger() {}

    /**
     * The place of a ledger that stores nothing. An enumeration is used because its value is the same object after
     * deserialization in a task.
     */
    enum Place implements Factory {
        /** The place where nothing is stored. */
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
