package dev.weir.accountant.journal.audit;

import dev.weir.accountant.journal.chain.DomainEvent.Barrier;
import dev.weir.accountant.journal.chain.DomainEvent.Snapshot;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.BatchSeal;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.accountant.journal.chain.LedgerRecord.RowEntry;

/**
 * How much has been written since the barrier of the newest snapshot; since the beginning, if there is none. A barrier without a snapshot does
 * not count.
 */
final class SnapshotAge {

    /**
     * The rows that are worth a part of a snapshot, beyond the two parts that every snapshot has. A row takes more than 200 bytes in a ledger,
     * so snapshots take less than a tenth of it, however large they are.
     */
    static final int ROWS_A_PART = 4096;

    private static final int LEAST_PARTS = 2;

    private long batches;
    private long rows;
    private long batchesBehindBarrier;
    private long rowsBehindBarrier;
    private int parts;

    void read(LedgerRecord record) {
        if (record instanceof RowEntry) {
            rows++;
            rowsBehindBarrier++;
        } else if (record instanceof BatchSeal) {
            batches++;
            batchesBehindBarrier++;
        } else if (record instanceof DomainEntry entry && entry.event() instanceof Barrier) {
            rowsBehindBarrier = 0;
            batchesBehindBarrier = 0;
        } else if (record instanceof DomainEntry entry && entry.event() instanceof Snapshot snapshot) {
            rows = rowsBehindBarrier;
            batches = batchesBehindBarrier;
            parts = snapshot.parts().size();
        }
    }

    /** Adds batches that another reader has read; how many rows they have is not known, so such an age decides about no snapshot. */
    void addBatches(long read) {
        batches += read;
    }

    /** The number of batches. */
    long batches() {
        return batches;
    }

    /**
     * Whether another snapshot should be written: so many batches have been written, and enough rows for the size of the newest snapshot.
     *
     * @param every the number of batches
     */
    boolean isDue(long every) {
        return batches >= every && rows >= (long) ROWS_A_PART * Math.max(0, parts - LEAST_PARTS);
    }
}
