package dev.weir.accountant.journal;

import dev.weir.accountant.journal.chain.DomainEvent.Snapshot;
import dev.weir.accountant.journal.chain.LedgerBytes;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.accountant.journal.chain.LedgerRecord.SnapshotPart;
import java.util.List;

/** What somebody else writes into the ledger. */
final class ModelStranger {

    private ModelStranger() {}

    /**
     * Returns a part of a snapshot with the numbers of the one that could come next. Where no snapshot is written, readers take it for any
     * bytes that cannot be read.
     *
     * @param before the records in front of it
     */
    static byte[] part(List<LedgerRecord> before) {
        int index = 0;
        long entry = 1;
        for (LedgerRecord record : before) {
            if (record instanceof DomainEntry read) {
                entry = read.tip().sequence() + (read.event() instanceof Snapshot ? 0 : 1);
                index = 0;
            }
            index += record instanceof SnapshotPart ? 1 : 0;
        }
        return LedgerBytes.encode(new SnapshotPart(entry, index, SnapshotPart.Content.LEDGER, new byte[] {42}));
    }
}
