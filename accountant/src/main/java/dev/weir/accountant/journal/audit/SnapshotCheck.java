package dev.weir.accountant.journal.audit;

import dev.weir.accountant.journal.chain.ChainHash;
import dev.weir.accountant.journal.chain.ChainTip;
import dev.weir.accountant.journal.chain.DomainEvent;
import dev.weir.accountant.journal.chain.DomainEvent.Snapshot;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.accountant.journal.chain.LedgerRecord.SnapshotPart;
import dev.weir.accountant.journal.chain.LedgerRecord.SnapshotPart.Content;
import dev.weir.accountant.journal.reading.LedgerBreak.Reason;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Recomputes the snapshots of a ledger while it is read. At a barrier the folded state is kept, and the snapshot that follows must be that
 * state, byte for byte. What other pipelines write between barrier and snapshot is in neither.
 *
 * <p>A barrier within a batch, or behind an unreadable record that may be a batch, has no state, so no snapshot may name it. A second barrier
 * takes the place of the first. The sums of charges, which a start does not read, are compared by {@link LedgerAudit}.
 */
class SnapshotCheck {

    /** The number of snapshots that must hold where records are cut off: one that stands for them, and one that is recomputed from it. */
    static final int NEEDED_FOR_CUT = 2;

    private SnapshotParts parts = new SnapshotParts();
    private long number;
    private @Nullable FoldedLedger folded;
    private int length;
    private int verified;

    /**
     * A barrier that no snapshot has named yet.
     *
     * @param number its number in the domain's chain
     * @param folded the records before it
     */
    record Barrier(long number, FoldedLedger folded) {}

    /** Whether a barrier waits for its snapshot. Without one a part belongs to nothing. */
    boolean takesParts() {
        return folded != null;
    }

    /** The fault of a part behind the tip of the domain's chain; null if the part has no fault. */
    @Nullable Reason part(SnapshotPart part, ChainTip tip) {
        boolean isTooLong = part.content() == Content.LEDGER && part.bytes().length > length - parts.ledgerLength();
        if (!parts.isNext(part, tip.sequence() + 1)) {
            return Reason.SEQUENCE;
        }
        return isTooLong || !parts.add(part, tip.sequence() + 1) ? Reason.SNAPSHOT : null;
    }

    /**
     * The fault of an entry of the domain's chain; null if the entry has no fault.
     *
     * @param before gives the folded form of the records before the entry; empty if there is none
     */
    @Nullable Reason entry(DomainEntry entry, Supplier<Optional<FoldedLedger>> before) {
        if (entry.event() instanceof Snapshot snapshot) {
            return end(snapshot);
        }
        if (parts.count() > 0) {
            return Reason.INCOMPLETE;
        }
        if (entry.event() instanceof DomainEvent.Barrier) {
            number = entry.tip().sequence();
            folded = before.get().orElse(null);
            length = folded == null ? 0 : folded.bytes().length;
        }
        return null;
    }

    private @Nullable Reason end(Snapshot snapshot) {
        FoldedLedger state = folded;
        if (state == null || snapshot.barrier() != number || !parts.areOf(snapshot) || !isSame(state, snapshot)) {
            return Reason.SNAPSHOT;
        }
        parts = new SnapshotParts();
        folded = null;
        verified++;
        return null;
    }

    /** Whether a snapshot is the state that was recomputed. */
    boolean isSame(FoldedLedger recomputed, Snapshot snapshot) {
        return ChainHash.digest(recomputed.bytes()).equals(snapshot.ledger());
    }

    /** The barrier of which a snapshot may be written. */
    Optional<Barrier> barrier() {
        return Optional.ofNullable(folded).map(state -> new Barrier(number, state));
    }

    /** The number of snapshots that have been recomputed. */
    int verified() {
        return verified;
    }

    /** Says that parts without their entry have been read; empty if there are none. */
    Optional<String> open() {
        return parts.count() == 0 ? Optional.empty() : Optional.of("snapshot without its entry");
    }
}
