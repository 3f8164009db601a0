package dev.weir.accountant.journal.audit;

import dev.weir.accountant.journal.chain.DomainEvent.Barrier;
import dev.weir.accountant.journal.chain.DomainEvent.Snapshot;
import dev.weir.accountant.journal.chain.LedgerBytes;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.accountant.journal.chain.LedgerRecord.RowEntry;
import dev.weir.accountant.journal.chain.LedgerRecord.SnapshotPart;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The start of a ledger whose first records are cut off: a barrier, what pipelines have written behind it, and the snapshot of what is
 * missing. The records wait here until the snapshot is there, and are checked then, the snapshot among them.
 *
 * <p>The snapshot is not believed by this class: it is an entry of the domain's chain, whose newest entry is known from elsewhere, and
 * {@link LedgerReader} requires that a second snapshot is recomputed from it.
 *
 * <p><b>Limit.</b> All records up to the snapshot are held in memory, so they may have {@value #MOST_BYTES} bytes in all. Whoever cuts a ledger
 * reads what is left by this class first, and leaves a ledger whole that this class would not take.
 */
final class CutHead {

    /** The most bytes that the records up to the snapshot may have. */
    static final long MOST_BYTES = 1L << 27;

    /** The bytes that a record takes beside its own. */
    private static final int BYTES_BESIDE = 128;

    private final String domain;
    private final long most;
    private final List<Held> held = new ArrayList<>();
    private SnapshotParts parts = new SnapshotParts();
    private long barrier;
    private long bytes;
    private @Nullable FoldedLedger ledger;
    private @Nullable FoldedCharges charges;

    /**
     * A record that waits.
     *
     * @param record the record; null if it cannot be read
     * @param offset its offset
     */
    record Held(@Nullable LedgerRecord record, long offset) {}

    CutHead(String domain) {
        this(domain, MOST_BYTES);
    }

    /**
     * Creates a start of a ledger that has no record yet.
     *
     * @param domain the name of the domain
     * @param most the most bytes that its records may have
     */
    CutHead(String domain, long most) {
        this.domain = domain;
        this.most = most;
    }

    /** Whether the snapshot has been found. */
    boolean isFound() {
        return ledger != null;
    }

    /** The state of the records that are cut off. */
    FoldedLedger ledger() {
        return Objects.requireNonNull(ledger);
    }

    /** The sums of charges of the records that are cut off. */
    FoldedCharges charges() {
        return Objects.requireNonNull(charges);
    }

    /** The records from the barrier to the snapshot. */
    List<Held> held() {
        return held;
    }

    /**
     * Adds the next record; returns false if no snapshot stands for what is cut off.
     *
     * @param record the record; null if it cannot be read
     * @param offset its offset
     */
    boolean accepts(@Nullable LedgerRecord record, long offset) {
        held.add(new Held(record, offset));
        bytes += length(record);
        return bytes <= most && isNext(record);
    }

    private boolean isNext(@Nullable LedgerRecord record) {
        if (record instanceof SnapshotPart part) {
            return barrier > 0 && parts.add(part, part.entry());
        }
        if (!(record instanceof DomainEntry entry)) {
            return barrier > 0;
        }
        if (barrier == 0) {
            barrier = entry.event() instanceof Barrier ? entry.tip().sequence() : 0;
            return barrier > 0;
        }
        if (entry.event() instanceof Snapshot snapshot) {
            return snapshot.barrier() == barrier && parts.areOf(snapshot) && restores();
        }
        parts = new SnapshotParts();
        return !(entry.event() instanceof Barrier);
    }

    private static long length(@Nullable LedgerRecord record) {
        if (record instanceof RowEntry row) {
            return BYTES_BESIDE + row.row().length;
        }
        return BYTES_BESIDE + (record == null ? 0 : LedgerBytes.encode(record).length);
    }

    private boolean restores() {
        ledger = FoldedLedger.of(parts.ledger())
                .filter(read -> read.domain().equals(domain) && read.tip().sequence() + 1 == barrier)
                .orElse(null);
        charges = FoldedCharges.of(parts.charges()).orElse(null);
        parts = new SnapshotParts();
        return ledger != null && charges != null;
    }
}
