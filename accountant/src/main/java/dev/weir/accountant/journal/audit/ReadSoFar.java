package dev.weir.accountant.journal.audit;

import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.accountant.journal.chain.LedgerRecord.SnapshotPart;
import dev.weir.accountant.journal.reading.LedgerBreak;
import dev.weir.accountant.journal.reading.LedgerBreak.Reason;
import dev.weir.accountant.journal.reading.RecordPosition;
import dev.weir.accountant.journal.reading.SkippedRecords;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the records that a {@link LedgerReader} has read say together.
 *
 * @param fold the state that they add up to
 * @param unreadable those that cannot be read
 * @param snapshots the snapshots among them
 * @param isCut whether the first records are cut off
 */
record ReadSoFar(LedgerFold fold, UnreadableRecords unreadable, SnapshotCheck snapshots, boolean isCut) {

    /**
     * Begins behind the records that are folded into {@code start}.
     *
     * @param start the folded records
     * @param wanted the digests to remember
     * @param snapshots the check of the snapshots that follow
     */
    static ReadSoFar of(FoldedLedger start, WantedDigests wanted, SnapshotCheck snapshots) {
        UnreadableRecords unreadable = new UnreadableRecords(wanted);
        return new ReadSoFar(new LedgerFold(start, wanted, unreadable::shown), unreadable, snapshots, false);
    }

    /** Says that the first records are cut off. */
    ReadSoFar cut() {
        return new ReadSoFar(fold, unreadable, snapshots, true);
    }

    /** Begins behind the records that are cut off, once their folded form is known. */
    ReadSoFar behind(FoldedLedger before, WantedDigests wanted) {
        LedgerFold next = new LedgerFold(before, wanted, unreadable::shown);
        unreadable.expectAlso(next.digests()::hasEntry);
        return new ReadSoFar(next, unreadable, snapshots, isCut);
    }

    /**
     * Adds a record, and returns its fault; null if it has none.
     *
     * @param record the record
     * @param before gives the folded form of the records before it; empty if there is none
     */
    @Nullable Reason check(LedgerRecord record, Supplier<Optional<FoldedLedger>> before) {
        if (record instanceof SnapshotPart part) {
            return snapshots.part(part);
        }
        if (record instanceof DomainEntry entry) {
            Reason wrong = fold.afterTip(entry);
            wrong = wrong == null ? snapshots.entry(entry, before) : wrong;
            return wrong == null ? fold.add(entry) : wrong;
        }
        return fold.add(record);
    }

    /** The folded form; empty within a batch or a snapshot, or if an unreadable record may be a missing record of Weir. */
    Optional<FoldedLedger> folded() {
        return openPart().isEmpty() && unreadable.isShown(fold.pipelines())
                ? Optional.of(fold.folded())
                : Optional.empty();
    }

    /** Names the batch or snapshot of which a part is missing at the end; empty if there is none. */
    private Optional<String> openPart() {
        Optional<String> open = fold.pipelines().stream()
                .filter(PipelineFold::isWithinBatch)
                .findFirst()
                .map(batch -> batch.name() + " batch " + (batch.tip().sequence() + 1));
        return open.or(() -> snapshots.open().map(entry -> "domain entry " + entry));
    }

    /** Where the first records are cut off, two snapshots must stand for them, the second recomputed from the first. */
    private Optional<LedgerBreak> breakAtEnd(RecordPosition end) {
        return isCut && snapshots.verified() < SnapshotCheck.NEEDED_FOR_CUT
                ? Optional.of(new LedgerBreak(end, Reason.CUT, "no two snapshots stand for what is cut off"))
                : openPart().map(where -> new LedgerBreak(end, Reason.INCOMPLETE, where));
    }

    /**
     * What another reader needs to go on; empty if the records are no whole ledger or include unreadable ones, or if a barrier waits for its
     * snapshot.
     *
     * @param records the number of the records
     * @param wanted the digests that this reading remembers
     * @param end where the reading has ended
     */
    Optional<HandedLedger> handedOn(long records, WantedDigests wanted, RecordPosition end) {
        LedgerView view = view(0, null, end);
        return view.broken().isEmpty()
                        && view.unreadable().isEmpty()
                        && snapshots.barrier().isEmpty()
                ? folded().map(ledger -> fold.handedOn(ledger, records, wanted.pipeline()))
                : Optional.empty();
    }

    /**
     * The result of the reading. A batch without its seal at the end breaks the ledger.
     *
     * @param entry the number of the domain entry that is wanted
     * @param problem the break that was found; null if none was
     * @param end where the reading has ended
     */
    LedgerView view(long entry, @Nullable LedgerBreak problem, RecordPosition end) {
        Map<String, PipelineView> views = new TreeMap<>();
        fold.pipelines().forEach(pipeline -> views.put(pipeline.name(), pipeline.view()));
        LedgerBreak found = problem != null ? problem : breakAtEnd(end).orElse(null);
        LedgerBreak first =
                unreadable.notShown(fold.tip(), fold.pipelines(), found).orElse(found);
        SkippedRecords skipped = unreadable.skipped(fold.tip(), fold.pipelines(), found == null);
        RememberedDigests digests = fold.digests();
        return new LedgerView(
                fold.domain(),
                fold.tip(),
                fold.budget(),
                views,
                digests.batches(),
                digests.entry(entry),
                skipped,
                first);
    }
}
