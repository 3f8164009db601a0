package dev.weir.accountant.journal.audit;

import dev.weir.accountant.journal.chain.ChainHash;
import dev.weir.accountant.journal.chain.ChainTip;
import dev.weir.accountant.journal.chain.DomainEvent.Barrier;
import dev.weir.accountant.journal.chain.DomainEvent.Snapshot;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.accountant.journal.reading.ForwardingRecords;
import dev.weir.accountant.journal.reading.LedgerBreak;
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

    /**
     * The largest number of sums and ends of windows of which a snapshot is written. Sums of periods that are over are among them: an account is
     * never forgotten, because a query may release about any period that its claim has, and a version that comes back about one of years ago.
     */
    private static final long MOST_SUMS = 200_000;

    /** The largest number of bytes between a barrier and a snapshot that is written: a third of what a start may hold there. */
    private static final long MOST_BYTES_BEHIND_BARRIER = CutHead.MOST_BYTES / 3;

    private final LedgerReader reader;
    private ChargeAudit charges = new ChargeAudit();
    private final long mostSums;
    private boolean hasBegun;
    private boolean hasTooMany;
    private byte[] chargesAtBarrier = new byte[0];
    private long bytesBehindBarrier;

    /**
     * Creates an audit of a domain's ledger that has read no record.
     *
     * @param domain the name of the domain
     */
    public LedgerAudit(String domain) {
        this(new LedgerReader(domain, WantedDigests.NOTHING), Long.MAX_VALUE);
    }

    private LedgerAudit(LedgerReader reader, long mostSums) {
        super(reader);
        this.reader = reader;
        this.mostSums = mostSums;
    }

    /**
     * Creates an audit for the writer of a snapshot. It forgets all sums, and has no snapshot, once there are more sums than a snapshot may
     * have, so that its memory has a limit.
     *
     * @param domain the name of the domain
     */
    public static LedgerAudit ofWriter(String domain) {
        return ofWriter(domain, MOST_SUMS);
    }

    static LedgerAudit ofWriter(String domain, long mostSums) {
        return new LedgerAudit(new LedgerReader(domain, WantedDigests.NOTHING), mostSums);
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
            bytesBehindBarrier += CutHead.BYTES_A_RECORD + bytes.length;
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
            bytesBehindBarrier = 0;
        }
        if (record instanceof DomainEntry entry
                && entry.event() instanceof Snapshot snapshot
                && !hasTooMany
                && !ChainHash.digest(chargesAtBarrier).equals(snapshot.charges())) {
            reader.refuseLast(record, Reason.SNAPSHOT);
        }
        if (!hasTooMany) {
            charges.accept(record).ifPresent(reason -> reader.refuseLast(record, reason));
        }
        if (charges.size() > mostSums) {
            hasTooMany = true;
            charges = new ChargeAudit();
        }
    }

    /**
     * Whether a job should write a barrier and a snapshot now: so many batches have been written since the barrier of the newest one, and
     * the records read so far can be folded.
     *
     * @param every the number of batches
     */
    public boolean isSnapshotDue(long every) {
        return !hasTooMany
                && reader.isSnapshotDue(every)
                && isWhole()
                && reader.folded().isPresent();
    }

    /** Whether there are more sums than a snapshot may have. */
    public boolean hasTooManySums() {
        return hasTooMany;
    }

    /** Whether the records read so far are a ledger without a break. */
    public boolean isWhole() {
        return broken().isEmpty();
    }

    /** The first break of the ledger, according to the records read so far; empty if they are a whole ledger. */
    public Optional<LedgerBreak> broken() {
        return reader.view().broken();
    }

    /** The tip of the domain's chain. */
    public ChainTip tip() {
        return reader.view().tip();
    }

    /**
     * The records of the snapshot of the latest barrier, to be written in one transaction under the domain's id, whose holder has written the
     * barrier and read the ledger to its end since. Empty if the barrier has a snapshot already, or can have none; then another barrier is
     * needed. Empty as well if the snapshot would be too large or could not be read back, or if too much has been written behind the barrier.
     */
    public Optional<List<LedgerRecord>> snapshot() {
        return reader.barrier()
                .filter(barrier -> !hasTooMany
                        && bytesBehindBarrier <= MOST_BYTES_BEHIND_BARRIER
                        && SnapshotParts.fit(barrier.folded().bytes().length, chargesAtBarrier.length)
                        && isRestored(barrier.folded()))
                .map(barrier -> SnapshotParts.records(
                        reader.view().tip(), barrier.number(), barrier.folded().bytes(), chargesAtBarrier));
    }

    /**
     * Whether the bytes of a snapshot give back what they were made from. One that does not could never be a start of the ledger, and would be
     * a link of it for good.
     */
    private boolean isRestored(FoldedLedger folded) {
        return FoldedLedger.of(folded.bytes()).filter(folded::equals).isPresent()
                && FoldedCharges.of(chargesAtBarrier).isPresent();
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
