package dev.weir.jobs.archive;

import dev.weir.accountant.journal.audit.LedgerAudit;
import dev.weir.accountant.journal.audit.LedgerView;
import dev.weir.accountant.journal.chain.DomainEvent.Barrier;
import dev.weir.accountant.journal.chain.DomainEvent.Snapshot;
import dev.weir.accountant.journal.chain.LedgerBytes;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.accountant.journal.reading.ForwardingRecords;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads a whole ledger, recomputes its snapshots, and finds the place before which it may be cut: the barrier of the older of its two newest
 * snapshots. A reading of what is left then begins at a snapshot, and recomputes a second one from it.
 */
public final class CutPlace extends ForwardingRecords {

    private final LedgerAudit audit;
    private boolean isCut;
    private long offset;
    private long millis;
    private long count;
    private long first = -1;
    private @Nullable Place open;
    private @Nullable Place older;
    private @Nullable Place newer;

    /**
     * A barrier, and what stands before it.
     *
     * @param number the number of the barrier in the domain's chain
     * @param from the offset at which the log begins: 0 unless its start is cut off
     * @param before the offset of the barrier
     * @param records the number of records before it
     * @param millis when it was written, epoch milliseconds; below 0 if that is not known
     */
    public record Place(long number, long from, long before, long records, long millis) {}

    private CutPlace(LedgerAudit audit) {
        super(audit);
        this.audit = audit;
    }

    /**
     * Creates a reader that has read no record.
     *
     * @param domain the name of the domain
     */
    public static CutPlace of(String domain) {
        return new CutPlace(new LedgerAudit(domain));
    }

    @Override
    public void cut() {
        isCut = true;
        super.cut();
    }

    @Override
    public void at(long here, long written) {
        offset = here;
        millis = written;
        first = first < 0 ? here : first;
        super.at(here, written);
    }

    @Override
    public void accept(byte[] bytes) {
        super.accept(bytes);
        if (!LedgerBytes.isRow(bytes) && LedgerBytes.decode(bytes).orElse(null) instanceof DomainEntry entry) {
            note(entry);
        }
        count++;
    }

    private void note(DomainEntry entry) {
        if (entry.event() instanceof Barrier) {
            open = new Place(entry.tip().sequence(), isCut ? first : 0, offset, count, millis);
        } else if (entry.event() instanceof Snapshot snapshot && open != null && open.number() == snapshot.barrier()) {
            older = newer;
            newer = open;
            open = null;
        }
    }

    /** What the ledger says. Where it breaks, the place means nothing. */
    public LedgerView view() {
        return audit.report().view();
    }

    /** The place before which the ledger may be cut; empty if it has no two snapshots. */
    public Optional<Place> place() {
        return Optional.ofNullable(older);
    }
}
