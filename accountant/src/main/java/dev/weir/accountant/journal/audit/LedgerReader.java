package dev.weir.accountant.journal.audit;

import dev.weir.accountant.journal.chain.ChainTip;
import dev.weir.accountant.journal.chain.LedgerBytes;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.SnapshotPart;
import dev.weir.accountant.journal.reading.LedgerBreak;
import dev.weir.accountant.journal.reading.LedgerBreak.Reason;
import dev.weir.accountant.journal.reading.LedgerRecords;
import dev.weir.accountant.journal.reading.RecordPosition;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the committed records of a domain's ledger in their order and checks that they form a ledger: numbers have no gaps, each digest
 * covers the one before, only the latest owner of a pipeline writes, claims are within the declared budget, and no batch is about a closed
 * or unclaimed period. Its memory does not grow with the number of batches. It stops at the first record that does not fit. It skips an
 * unreadable record if {@link UnreadableRecords} can show that this is not a missing record of Weir.
 *
 * <p>A snapshot is recomputed from the records before its barrier, and breaks the ledger if it says something else. A ledger whose first
 * records are cut off is read from the oldest snapshot on, and holds only if a later snapshot is recomputed from that one.
 *
 * <p>A ledger that has lost its end passes all checks. Only a state that knows the missing entries can show the loss.
 */
public final class LedgerReader implements LedgerRecords {

    private final String domain;
    private final WantedDigests wanted;
    private ReadSoFar soFar;
    private long position;
    private long offset = -1;
    private @Nullable CutHead head;
    private @Nullable LedgerBreak problem;

    /**
     * Creates a reader that has read no record.
     *
     * @param domain the name of the domain
     * @param wanted the numbers of the entries whose digests are remembered
     */
    public LedgerReader(String domain, WantedDigests wanted) {
        this(FoldedLedger.empty(domain), 0, wanted, new SnapshotCheck());
    }

    /** Creates a reader that goes on where another one has ended. */
    private LedgerReader(HandedLedger from, WantedDigests wanted) {
        this(from.ledger(), from.records(), wanted, new SnapshotCheck());
        soFar.fold().goOnFrom(from);
    }

    /**
     * Creates a reader that goes on where another one has ended, perhaps in another process; empty if the bytes are not those of {@link
     * #handedOn}, or if what is wanted may be among the records that the other one has read and has not remembered.
     *
     * @param handed the bytes, any
     * @param domain the name of the domain
     * @param wanted the numbers of the entries whose digests are remembered
     */
    public static Optional<LedgerReader> goingOn(byte[] handed, String domain, WantedDigests wanted) {
        return HandedLedger.of(handed)
                .filter(from -> from.ledger().domain().equals(domain) && from.serves(wanted))
                .map(from -> new LedgerReader(from, wanted));
    }

    /**
     * Creates a reader that has read the records that were folded into {@code start}.
     *
     * @param start the folded records
     * @param position the number of the folded records
     * @param wanted the numbers of the entries whose digests are remembered
     * @param snapshots the check of the snapshots that follow
     */
    LedgerReader(FoldedLedger start, long position, WantedDigests wanted, SnapshotCheck snapshots) {
        this.domain = start.domain();
        this.wanted = wanted;
        this.position = position;
        this.soFar = ReadSoFar.of(start, wanted, snapshots);
    }

    /**
     * The folded form of the records read so far; empty within a batch or a snapshot, at a break, or if an unreadable record may be a
     * missing record of Weir.
     */
    Optional<FoldedLedger> folded() {
        return problem == null ? soFar.folded() : Optional.empty();
    }

    /**
     * What another reader needs to go on where this one has ended ({@link #goingOn}); empty if the records read so far are no whole ledger or
     * include unreadable ones, or if a barrier waits for its snapshot, which only this reader can recompute.
     */
    public Optional<byte[]> handedOn() {
        return problem == null ? soFar.handedOn(position, wanted, here()).map(HandedLedger::bytes) : Optional.empty();
    }

    @Override
    public void at(long here, long millis) {
        offset = here;
    }

    /** Breaks the ledger. Records that the store has lost are never skipped: they may have been claims or ownerships. */
    @Override
    public void missing() {
        refuse(Reason.UNREADABLE, "something is missing here");
    }

    @Override
    public void cut() {
        if (position > 0 || head != null) {
            missing();
        } else {
            head = new CutHead(domain);
            soFar = soFar.cut();
        }
    }

    @Override
    public void newest(ChainTip entry) {
        soFar.unreadable().expect(entry, soFar.fold().digests().hasEntry(entry));
    }

    @Override
    public boolean knows(ChainTip entry) {
        return soFar.fold().digests().hasEntry(entry);
    }

    /** Whether the newest entry that is known from elsewhere has been read; true if none is known. */
    public boolean hasNewest() {
        return soFar.unreadable().hasNewest();
    }

    @Override
    public void accept(byte[] bytes) {
        read(bytes);
    }

    /**
     * Whether a job should write a snapshot.
     *
     * @param every the number of batches after which it should
     */
    public boolean isSnapshotDue(long every) {
        return soFar.fold().age().isDue(every);
    }

    /** The number of batches since the barrier of the newest snapshot; of all batches if there is no snapshot. */
    public long batchesSinceSnapshot() {
        return soFar.fold().age().batches();
    }

    /**
     * Checks and adds the next record. A record after the first break is ignored.
     *
     * @param record the next committed record
     */
    public void accept(LedgerRecord record) {
        read(record, 0);
    }

    /** Reads the bytes of the next record, and returns the records that can be checked now. */
    List<LedgerRecord> read(byte[] bytes) {
        return read(LedgerBytes.decode(bytes).orElse(null), bytes.length);
    }

    private List<LedgerRecord> read(@Nullable LedgerRecord record, int length) {
        if (head != null && !head.isFound()) {
            return behindCut(record, length, head);
        }
        addOrSkip(record);
        return record == null ? List.of() : List.of(record);
    }

    /** Adds the records at the start of a ledger whose first records are cut off, once the snapshot of those is known. */
    private List<LedgerRecord> behindCut(@Nullable LedgerRecord record, int length, CutHead from) {
        if (problem != null) {
            return List.of();
        }
        if (!from.accepts(record, length, offset)) {
            refuse(Reason.CUT, "no snapshot stands for what is cut off, or too far behind its barrier");
        }
        if (problem != null || !from.isFound()) {
            return List.of();
        }
        soFar = soFar.behind(from.ledger(), wanted);
        List<CutHead.Held> records = from.takeHeld();
        for (CutHead.Held held : records) {
            offset = held.offset();
            addOrSkip(held.record());
        }
        return records.stream()
                .flatMap(held -> Stream.ofNullable(held.record()))
                .toList();
    }

    /** Whether the records that were left out at the start may hold a wanted digest, which only a reading of everything remembers then. */
    public boolean mayLackDigests() {
        return head != null && head.mayLack(wanted);
    }

    /** The sums of charges of the records that are cut off; empty if nothing is. Breaks the ledger if the snapshot has no such sums. */
    Optional<FoldedCharges> chargesBeforeCut() {
        if (head == null || !head.isFound()) {
            return Optional.empty();
        }
        Optional<FoldedCharges> sums = head.charges();
        if (sums.isEmpty()) {
            refuse(Reason.CUT, "the snapshot has no sums of charges");
        }
        return sums;
    }

    /** A part that the newest snapshot does not name is of somebody else, and is skipped as bytes that cannot be read. */
    private void addOrSkip(@Nullable LedgerRecord record) {
        if (record != null
                && !(record instanceof SnapshotPart part && !soFar.snapshots().takes(part))) {
            add(record);
        } else if (problem == null) {
            soFar.unreadable().add(here(), soFar.fold().pipelines());
            position++;
        }
    }

    private RecordPosition here() {
        return new RecordPosition(position, offset);
    }

    private void add(LedgerRecord record) {
        Reason wrong = problem == null ? soFar.check(record, this::folded) : null;
        if (wrong != null) {
            refuse(wrong, RecordName.of(record));
        } else if (problem == null) {
            position++;
        }
    }

    /** Breaks the ledger at the present position, unless it has a break already. */
    private void refuse(Reason reason, String where) {
        if (problem == null) {
            problem = new LedgerBreak(here(), reason, where);
        }
    }

    /** Breaks the ledger at the record that was read last, in which another check has found a fault, unless it has a break already. */
    void refuseLast(LedgerRecord record, Reason reason) {
        if (problem == null) {
            problem = new LedgerBreak(new RecordPosition(position - 1, offset), reason, RecordName.of(record));
        }
    }

    boolean isBroken() {
        return problem != null;
    }

    /** The latest barrier, if a snapshot of the records before it may be written now. */
    Optional<SnapshotCheck.Barrier> barrier() {
        return view().broken().isEmpty() ? soFar.snapshots().barrier() : Optional.empty();
    }

    /** The result for the records read so far. A batch without its seal at the end breaks the ledger. */
    public LedgerView view() {
        return view(wanted.entry());
    }

    /**
     * The result as of a reading with another request; empty if this reader does not remember all that is wanted, or if the records read
     * so far are no whole ledger or include unreadable ones, because the request decides which of them may be skipped.
     *
     * @param other the digests that the view must contain
     */
    public Optional<LedgerView> view(WantedDigests other) {
        return Optional.of(view(other.entry()))
                .filter(view -> soFar.fold().digests().serves(other)
                        && view.broken().isEmpty()
                        && view.unreadable().isEmpty());
    }

    private LedgerView view(long entry) {
        return soFar.view(entry, problem, here());
    }
}
