package dev.weir.accountant.journal.audit;

import dev.weir.accountant.journal.chain.ChainHash;
import dev.weir.accountant.journal.chain.DomainEvent;
import dev.weir.accountant.journal.chain.DomainEvent.Snapshot;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.accountant.journal.chain.LedgerRecord.SnapshotPart;
import dev.weir.accountant.journal.reading.LedgerBreak.Reason;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Recomputes the snapshots of a ledger while it is read. At a barrier the folded state is kept, and the snapshot that follows must be that
 * state, byte for byte, and so must its parts, which follow the snapshot's entry. What other pipelines write between barrier and snapshot
 * is in neither. A part that the entry does not name is of somebody else.
 *
 * <p>A barrier within a batch, or behind an unreadable record that may be a batch, has no state, so no snapshot may name it. A second barrier
 * takes the place of the first. The sums of charges, which a start does not read, are compared by {@link LedgerAudit}.
 */
class SnapshotCheck {

    /** The number of snapshots that must hold where records are cut off: one that stands for them, and one that is recomputed from it. */
    static final int NEEDED_FOR_CUT = 2;

    private @Nullable SnapshotParts parts;
    private long number;
    private @Nullable FoldedLedger folded;
    private int verified;

    /**
     * A barrier that no snapshot has named yet.
     *
     * @param number its number in the domain's chain
     * @param folded the records before it
     */
    record Barrier(long number, FoldedLedger folded) {}

    /** Whether a part is the next one of the snapshot whose entry has been read last. */
    boolean takes(SnapshotPart part) {
        return parts != null && parts.isNext(part);
    }

    /** The fault of a part that is the next one; null if the part has no fault. */
    @Nullable Reason part(SnapshotPart part) {
        SnapshotParts read = Objects.requireNonNull(parts);
        read.add(part);
        if (!read.isWhole()) {
            return null;
        }
        parts = null;
        verified++;
        return read.areOfSnapshot() ? null : Reason.SNAPSHOT;
    }

    /**
     * The fault of an entry of the domain's chain; null if the entry has no fault.
     *
     * @param before gives the folded form of the records before the entry; empty if there is none
     */
    @Nullable Reason entry(DomainEntry entry, Supplier<Optional<FoldedLedger>> before) {
        if (parts != null) {
            return Reason.INCOMPLETE;
        }
        if (entry.event() instanceof Snapshot snapshot) {
            return begin(snapshot);
        }
        if (entry.event() instanceof DomainEvent.Barrier) {
            number = entry.tip().sequence();
            folded = before.get().orElse(null);
        }
        return null;
    }

    private @Nullable Reason begin(Snapshot snapshot) {
        FoldedLedger state = folded;
        if (state == null || snapshot.barrier() != number || !isSame(state, snapshot)) {
            return Reason.SNAPSHOT;
        }
        parts = new SnapshotParts(snapshot);
        folded = null;
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

    /** Says that a snapshot lacks parts; empty if none does. */
    Optional<String> open() {
        return parts == null ? Optional.empty() : Optional.of("snapshot without all of its parts");
    }
}
