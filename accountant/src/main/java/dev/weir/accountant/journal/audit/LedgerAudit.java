package dev.weir.accountant.journal.audit;

import dev.weir.accountant.journal.chain.ChainHash;
import dev.weir.accountant.journal.chain.DomainEvent.Barrier;
import dev.weir.accountant.journal.chain.DomainEvent.Snapshot;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.accountant.journal.reading.ForwardingRecords;
import dev.weir.accountant.journal.reading.LedgerBreak.Reason;
import dev.weir.accountant.privacy.Amount;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Audits a ledger from its records alone: the owner of each pipeline, the length of every chain, the charges of every
 * key, and the position where the ledger breaks.
 */
public final class LedgerAudit extends ForwardingRecords {

    private final LedgerReader reader;
    private ChargeAudit charges = new ChargeAudit();
    private boolean hasBegun;
    private byte[] chargesAtBarrier = new byte[0];

    /**
     * Creates an audit of a domain's ledger that has read no record.
     *
     * @param domain the name of the domain
     */
    public LedgerAudit(String domain) {
        this(new LedgerReader(domain, WantedDigests.NOTHING));
    }

    private LedgerAudit(LedgerReader reader) {
        super(reader);
        this.reader = reader;
    }

    /**
     * Audits the bytes of all records of a ledger, in their order.
     *
     * @param domain the name of the domain
     * @param records the bytes of all records, in the ledger's order
     */
    public static Report of(String domain, Iterable<byte[]> records) {
        LedgerAudit audit = new LedgerAudit(domain);
        records.forEach(audit::accept);
        return audit.report();
    }

    @Override
    public void accept(byte[] bytes) {
        if (!reader.isBroken()) {
            List<LedgerRecord> records = reader.read(bytes);
            if (!hasBegun && !records.isEmpty()) {
                reader.chargesBeforeCut().ifPresent(before -> charges = before.audit());
                hasBegun = true;
            }
            records.stream().filter(record -> !reader.isBroken()).forEach(this::charge);
        }
    }

    /** Whether the ledger breaks at a record that has been read. */
    public boolean isBroken() {
        return reader.isBroken();
    }

    private void charge(LedgerRecord record) {
        if (record instanceof DomainEntry entry && entry.event() instanceof Barrier) {
            chargesAtBarrier = FoldedCharges.of(charges).bytes();
        }
        if (record instanceof DomainEntry entry
                && entry.event() instanceof Snapshot snapshot
                && !ChainHash.digest(chargesAtBarrier).equals(snapshot.charges())) {
            reader.refuseLast(record, Reason.SNAPSHOT);
        }
        charges.accept(record).ifPresent(reason -> reader.refuseLast(record, reason));
    }

    /**
     * The records of the snapshot of the latest barrier, to be written in one transaction under the domain's id, whose holder has written the
     * barrier and read the ledger to its end since. Empty if the barrier has a snapshot already, or can have none; then another barrier is
     * needed.
     */
    public Optional<List<LedgerRecord>> snapshot() {
        return reader.barrier()
                .map(barrier -> SnapshotParts.records(
                        reader.view().tip(), barrier.number(), barrier.folded().bytes(), chargesAtBarrier));
    }

    /** The result for the records read so far. */
    public Report report() {
        return new Report(reader.view(), charges.spent());
    }

    /**
     * The result of an audit.
     *
     * @param view the owners, chains and claims, and the position where the ledger breaks
     * @param charges the sum of charges by key and period, up to the end or the break
     */
    public record Report(LedgerView view, Map<ChargeAudit.Scope, Amount> charges) {}
}
