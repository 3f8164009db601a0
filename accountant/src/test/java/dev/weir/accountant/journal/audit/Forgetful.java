package dev.weir.accountant.journal.audit;

import dev.weir.accountant.journal.audit.ChargeAudit.Scope;
import dev.weir.accountant.journal.chain.ChainHash;
import dev.weir.accountant.journal.chain.ChainOrigin;
import dev.weir.accountant.journal.chain.ChainTip;
import dev.weir.accountant.journal.chain.DomainEvent.Snapshot;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.accountant.journal.chain.LedgerRecord.SnapshotPart;
import dev.weir.accountant.journal.reading.LedgerBreak.Reason;
import dev.weir.accountant.privacy.Amount;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Snapshots that forget a part of the state, and say so consistently: their digests are those of what they hold. */
public final class Forgetful {

    /** The parts of a folded ledger. */
    static final List<String> OF_LEDGER = List.of(
            "owner",
            "reach",
            "claim",
            "runs",
            "queries",
            "meanings",
            "ended",
            "adoptions",
            "confirmed",
            "batches",
            "pipeline",
            "entries",
            "raises");

    /** The parts of folded charges. */
    static final List<String> OF_CHARGES = List.of("sums", "ends", "terms");

    /** The digests by which a snapshot names its parts. */
    public static final String DIGESTS = "digests";

    private Forgetful() {}

    private static FoldedPipeline without(String part, FoldedPipeline one, String domain) {
        boolean isOwner = part.equals("owner");
        boolean isReach = part.equals("reach");
        boolean isTip = part.equals("batches");
        return new FoldedPipeline(
                one.name(),
                isTip ? ChainOrigin.ofPipeline(domain, one.name()) : one.tip(),
                isOwner ? one.owner().ended() : one.owner(),
                part.equals("confirmed") ? 0 : one.confirmed(),
                isReach ? Long.MIN_VALUE : one.reach(),
                part.equals("claim") ? null : one.claim(),
                part.equals("runs") ? Set.of() : one.runs(),
                part.equals("queries") ? Set.of() : one.queries(),
                part.equals("meanings") ? Map.of() : one.meanings(),
                part.equals("ended") ? List.of() : one.ended(),
                part.equals("adoptions") ? List.of() : one.adoptions());
    }

    static FoldedLedger without(String part, FoldedLedger folded) {
        DomainBudget budget = folded.budget();
        return new FoldedLedger(
                folded.domain(),
                folded.tip(),
                budget == null || !part.equals("raises") ? budget : DomainBudget.of(budget.first()),
                part.equals("entries") ? Map.of() : folded.entries(),
                folded.pipelines().stream()
                        .skip(part.equals("pipeline") ? 1 : 0)
                        .map(one -> without(part, one, folded.domain()))
                        .toList());
    }

    static FoldedCharges without(String part, FoldedCharges folded) {
        return new FoldedCharges(
                folded.zone(),
                part.equals("terms") ? Map.of() : folded.terms(),
                part.equals("sums") ? Map.of() : folded.spent(),
                part.equals("ends") ? Map.of() : folded.latest());
    }

    /**
     * Returns a snapshot that forgets a part.
     *
     * @param records the records of the snapshot, its entry first
     * @param before the tip of the domain's chain before the entry
     * @param part the name of the part
     */
    static List<LedgerRecord> without(String part, List<LedgerRecord> records, ChainTip before) {
        SnapshotParts read = parts(records);
        return SnapshotParts.records(
                before,
                ((Snapshot) entry(records).event()).barrier(),
                without(part, FoldedLedger.of(read.ledger()).orElseThrow()).bytes(),
                without(part, FoldedCharges.of(read.charges()).orElseThrow()).bytes());
    }

    private static SnapshotParts parts(List<LedgerRecord> records) {
        SnapshotParts read = new SnapshotParts((Snapshot) entry(records).event());
        for (LedgerRecord record : records) {
            if (record instanceof SnapshotPart one) {
                read.add(one);
            }
        }
        return read;
    }

    /** Returns the first snapshot. */
    private static DomainEntry entry(List<LedgerRecord> records) {
        return records.stream()
                .filter(record -> record instanceof DomainEntry entry && entry.event() instanceof Snapshot)
                .map(DomainEntry.class::cast)
                .findFirst()
                .orElseThrow();
    }

    /**
     * Returns a reading of a ledger whose first records are cut off, by a build that believes the first snapshot, recomputes none, and
     * forgets a part of it. The part "between" is what pipelines have written between barrier and snapshot.
     *
     * @param records the records from the barrier on
     */
    public static LedgerView read(String part, List<LedgerRecord> records, WantedDigests wanted) {
        FoldedLedger folded =
                without(part, FoldedLedger.of(parts(records).ledger()).orElseThrow());
        int from = 0;
        if (part.equals("between")) {
            ChainTip tip = entry(records).tip();
            Map<Long, ChainHash> entries = new TreeMap<>(folded.entries());
            entries.put(tip.sequence(), tip.hash());
            folded = new FoldedLedger(folded.domain(), tip, folded.budget(), entries, folded.pipelines());
            from = records.indexOf(entry(records)) + 1;
        }
        LedgerReader reader = new LedgerReader(folded, 0, wanted, new Believing());
        records.subList(from, records.size()).forEach(reader::accept);
        return reader.view();
    }

    /** Returns a snapshot of all records, which names the latest barrier, by a build that folds when it writes; empty if there is none. */
    public static Optional<List<LedgerRecord>> late(String domain, List<LedgerRecord> records) {
        LedgerReader reader = new LedgerReader(domain, WantedDigests.NOTHING);
        ChargeAudit charges = new ChargeAudit();
        records.forEach(record -> {
            reader.accept(record);
            charges.accept(record);
        });
        byte[] sums = FoldedCharges.of(charges).bytes();
        return reader.barrier().flatMap(barrier -> reader.folded()
                .map(folded -> SnapshotParts.records(folded.tip(), barrier.number(), folded.bytes(), sums)));
    }

    /** Returns the sums of charges by the same build. */
    public static Map<Scope, Amount> charges(String part, List<LedgerRecord> records) {
        ChargeAudit audit = without(
                        part, FoldedCharges.of(parts(records).charges()).orElseThrow())
                .audit();
        records.forEach(audit::accept);
        return audit.spent();
    }

    /** Returns a reader of a build that takes parts of a snapshot by their numbers. */
    public static LedgerReader byNumber(String domain, WantedDigests wanted) {
        return new LedgerReader(FoldedLedger.empty(domain), 0, wanted, new ByNumber());
    }

    private static final class ByNumber extends SnapshotCheck {

        private long entry;
        private int index;

        @Override
        boolean takes(SnapshotPart part) {
            return part.entry() == entry && part.index() == index;
        }

        @Override
        @Nullable Reason part(SnapshotPart part) {
            index++;
            return super.takes(part) ? super.part(part) : Reason.SNAPSHOT;
        }

        @Override
        @Nullable Reason entry(DomainEntry read, Supplier<Optional<FoldedLedger>> before) {
            entry = read.tip().sequence();
            index = 0;
            return super.entry(read, before);
        }
    }

    private static final class Believing extends SnapshotCheck {

        @Override
        boolean takes(SnapshotPart part) {
            return true;
        }

        @Override
        @Nullable Reason part(SnapshotPart part) {
            return null;
        }

        @Override
        @Nullable Reason entry(DomainEntry entry, Supplier<Optional<FoldedLedger>> before) {
            return null;
        }
    }
}
