package dev.weir.accountant.journal.reading;

import dev.weir.accountant.journal.chain.DomainEvent.Snapshot;
import dev.weir.accountant.journal.chain.LedgerBytes;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.accountant.journal.chain.LedgerRecord.SnapshotPart;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Tells the records of a ledger from bytes of somebody else, for readers that do not check the chains. A part of a snapshot is a record of
 * the ledger if it is the next one that the newest snapshot names, and else reads as any bytes of somebody else, as for a reader of the chains.
 * The reading must not begin between a snapshot and its parts, so it begins at the end of a transaction of the domain.
 */
public final class OwnRecords {

    private @Nullable Snapshot snapshot;
    private int parts;

    /** Creates a reader that has read no record. */
    public OwnRecords() {}

    /**
     * Whether the bytes that are read next are a record of the ledger.
     *
     * @param bytes the bytes, any
     */
    public boolean isOwn(byte[] bytes) {
        Optional<LedgerRecord> record = LedgerBytes.decode(bytes);
        record.ifPresent(this::begin);
        return record.filter(read -> !(read instanceof SnapshotPart part) || isNext(part))
                .isPresent();
    }

    private void begin(LedgerRecord record) {
        if (record instanceof DomainEntry entry) {
            snapshot = entry.event() instanceof Snapshot next ? next : null;
            parts = 0;
        }
    }

    private boolean isNext(SnapshotPart part) {
        boolean isNext = snapshot != null && LedgerBytes.isPart(part, snapshot, parts);
        parts += isNext ? 1 : 0;
        return isNext;
    }
}
