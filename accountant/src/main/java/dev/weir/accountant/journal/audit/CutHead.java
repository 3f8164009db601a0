package dev.weir.accountant.journal.audit;

import dev.weir.accountant.journal.chain.DomainEvent.Barrier;
import dev.weir.accountant.journal.chain.DomainEvent.Snapshot;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.accountant.journal.chain.LedgerRecord.SnapshotPart;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The start of a reading whose first records are cut off, or are left out because a later snapshot stands for them: a barrier, what pipelines
 * have written behind it, and the snapshot of what is missing. The records wait here until the snapshot is there, and are checked then, the
 * snapshot among them.
 *
 * <p>The snapshot is not believed by this class: it is an entry of the domain's chain, whose newest entry is known from elsewhere, and
 * {@link LedgerReader} requires that a second snapshot is recomputed from it.
 *
 * <p>At most {@value #MOST_BYTES} bytes wait. {@link LedgerAudit#snapshot} writes no snapshot behind more than a part of them, so that only
 * what others write while it is written can make a snapshot unfit for a start.
 */
final class CutHead {

    /** The largest number of bytes of records that wait, with {@link #BYTES_A_RECORD} for each. */
    static final long MOST_BYTES = 96L << 20;

    /** What a record takes beside its bytes. */
    static final int BYTES_A_RECORD = 128;

    private final String domain;
    private List<Held> held = new ArrayList<>();
    private long bytes;
    private @Nullable SnapshotParts parts;
    private long barrier;
    private @Nullable FoldedLedger ledger;
    private byte[] charges = new byte[0];

    /**
     * A record that waits.
     *
     * @param record the record; null if it cannot be read
     * @param offset its offset
     */
    record Held(@Nullable LedgerRecord record, long offset) {}

    CutHead(String domain) {
        this.domain = domain;
    }

    /** Whether the snapshot has been found. */
    boolean isFound() {
        return ledger != null;
    }

    /** The state of the records that are cut off. */
    FoldedLedger ledger() {
        return Objects.requireNonNull(ledger);
    }

    /** The sums of charges of the records that are cut off; empty if the bytes of the snapshot are not those of sums. A start reads none. */
    Optional<FoldedCharges> charges() {
        return FoldedCharges.of(charges);
    }

    /** Whether the records that are cut off may hold a wanted digest that the snapshot does not have. */
    boolean mayLack(WantedDigests wanted) {
        return ledger == null
                || ledger.pipelines().stream()
                        .filter(one -> one.name().equals(wanted.pipeline()))
                        .anyMatch(one -> wanted.batches().stream()
                                .anyMatch(batch -> batch < one.tip().sequence()));
    }

    /** Gives away the records from the barrier to the last part of the snapshot. */
    List<Held> takeHeld() {
        List<Held> taken = held;
        held = List.of();
        return taken;
    }

    /**
     * Adds the next record; returns false if no snapshot stands for what is cut off, or too much stands between it and its barrier.
     *
     * @param record the record; null if it cannot be read
     * @param length the number of its bytes
     * @param offset its offset
     */
    boolean accepts(@Nullable LedgerRecord record, int length, long offset) {
        held.add(new Held(record, offset));
        bytes += BYTES_A_RECORD + length;
        return bytes <= MOST_BYTES && follows(record);
    }

    private boolean follows(@Nullable LedgerRecord record) {
        if (record instanceof SnapshotPart part && parts != null && parts.add(part)) {
            return !parts.isWhole() || restores(parts);
        }
        if (!(record instanceof DomainEntry entry)) {
            return barrier > 0;
        }
        if (barrier == 0) {
            barrier = entry.event() instanceof Barrier ? entry.tip().sequence() : 0;
            return barrier > 0;
        }
        if (parts == null && entry.event() instanceof Snapshot snapshot) {
            parts = new SnapshotParts(snapshot);
            return snapshot.barrier() == barrier;
        }
        return parts == null && !(entry.event() instanceof Barrier);
    }

    private boolean restores(SnapshotParts whole) {
        parts = null;
        if (!whole.areOfSnapshot()) {
            return false;
        }
        charges = whole.charges();
        ledger = FoldedLedger.of(whole.ledger())
                .filter(read -> read.domain().equals(domain) && read.tip().sequence() + 1 == barrier)
                .orElse(null);
        return ledger != null;
    }
}
