package dev.weir.accountant.journal.audit;

import dev.weir.accountant.journal.chain.ChainTip;
import dev.weir.accountant.journal.chain.DomainEvent;
import dev.weir.accountant.journal.chain.DomainEvent.Adoption;
import dev.weir.accountant.journal.chain.DomainEvent.Barrier;
import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
import dev.weir.accountant.journal.chain.DomainEvent.Ownership;
import dev.weir.accountant.journal.chain.DomainEvent.Raise;
import dev.weir.accountant.journal.chain.DomainEvent.Renaming;
import dev.weir.accountant.journal.chain.DomainEvent.Retiming;
import dev.weir.accountant.journal.chain.DomainEvent.Snapshot;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.BatchSeal;
import dev.weir.accountant.journal.chain.LedgerRecord.Confirmation;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.accountant.journal.chain.LedgerRecord.Retirement;
import dev.weir.accountant.journal.chain.LedgerRecord.RowEntry;
import dev.weir.accountant.journal.reading.LedgerBreak.Reason;
import dev.weir.accountant.privacy.PrivacyUnit;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The state that the records of a ledger add up to: the domain's chain and budget, and every pipeline. Each method that adds a record
 * returns the fault of the record, or null. The state depends on the records alone, and not on where they are stored.
 */
final class LedgerFold {

    private final String domain;
    private final Map<String, PipelineFold> pipelines = new TreeMap<>();
    private final RememberedDigests digests;
    private final Consumer<ChainTip> entryRead;
    private final SnapshotAge age = new SnapshotAge();
    private ChainTip tip;
    private @Nullable DomainBudget budget;

    /**
     * Creates the state of the records that were folded into {@code start}.
     *
     * @param start the folded records
     * @param wanted the digests to remember
     * @param entryRead receives the tip of the domain's chain after each entry that follows the one before
     */
    LedgerFold(FoldedLedger start, WantedDigests wanted, Consumer<ChainTip> entryRead) {
        this.domain = start.domain();
        this.tip = start.tip();
        this.budget = start.budget();
        this.digests = new RememberedDigests(wanted, start.entries());
        this.entryRead = entryRead;
        for (FoldedPipeline pipeline : start.pipelines()) {
            pipelines.put(pipeline.name(), new PipelineFold(pipeline));
            if (pipeline.tip().sequence() > 0) {
                digests.addBatch(pipeline.name(), pipeline.tip());
            }
        }
    }

    /** Takes what a reader knows beside the folded records, of which this state has been made. */
    void goOnFrom(HandedLedger handed) {
        age.addBatches(handed.batchesSinceSnapshot());
        handed.batches().forEach((number, hash) -> digests.addBatch(handed.pipeline(), new ChainTip(number, hash)));
    }

    /**
     * The state for another reader that goes on from here.
     *
     * @param folded the folded form
     * @param records the number of the records
     * @param pipeline the pipeline whose digests of batches are remembered
     */
    HandedLedger handedOn(FoldedLedger folded, long records, String pipeline) {
        return new HandedLedger(folded, records, age.batches(), pipeline, digests.batches());
    }

    String domain() {
        return domain;
    }

    /** The folded form of the state, which must not be within a batch. */
    FoldedLedger folded() {
        List<FoldedPipeline> all =
                pipelines.values().stream().map(PipelineFold::folded).toList();
        return new FoldedLedger(domain, tip, budget, digests.entries(), all);
    }

    ChainTip tip() {
        return tip;
    }

    @Nullable DomainBudget budget() {
        return budget;
    }

    RememberedDigests digests() {
        return digests;
    }

    /** How much has been written since the newest snapshot. */
    SnapshotAge age() {
        return age;
    }

    Collection<PipelineFold> pipelines() {
        return pipelines.values();
    }

    @Nullable Reason add(LedgerRecord record) {
        age.read(record);
        if (record instanceof DomainEntry entry) {
            return addEntry(entry);
        }
        PipelineFold pipeline = pipelines.get(RecordName.pipeline(record));
        DomainBudget declared = budget;
        if (pipeline == null || declared == null) {
            return Reason.FOREIGN_OWNER;
        }
        PrivacyUnit unit = declared.first().unit();
        if (record instanceof RowEntry row) {
            return pipeline.row(row);
        }
        if (record instanceof BatchSeal seal) {
            digests.addBatch(seal.pipeline(), seal.batch().tip());
            return pipeline.seal(seal, unit);
        }
        return record instanceof Confirmation confirmation
                ? pipeline.confirm(confirmation)
                : pipeline.retire((Retirement) record, unit);
    }

    private @Nullable Reason addEntry(DomainEntry entry) {
        Reason wrong = afterTip(entry);
        if (wrong != null) {
            return wrong;
        }
        tip = entry.tip();
        entryRead.accept(tip);
        digests.addEntry(tip);
        return addEvent(entry.event());
    }

    /** The fault of an entry that should follow the tip of the domain's chain; null if the entry has no fault. */
    @Nullable Reason afterTip(DomainEntry entry) {
        if (entry.tip().sequence() != tip.sequence() + 1) {
            return Reason.SEQUENCE;
        }
        return DomainEntry.after(tip, entry.event()).equals(entry) ? null : Reason.HASH;
    }

    private @Nullable Reason addEvent(DomainEvent event) {
        if (event instanceof Declaration declaration) {
            return declare(declaration);
        }
        DomainBudget declared = budget;
        if (declared == null) {
            return Reason.DECLARATION;
        }
        if (event instanceof Renaming renaming) {
            return change(declared.followedBy(renaming));
        }
        if (event instanceof Retiming retiming) {
            return change(declared.followedBy(retiming));
        }
        if (event instanceof Raise raise) {
            return raise(raise, declared);
        }
        if (event instanceof Barrier || event instanceof Snapshot) {
            return null;
        }
        PrivacyUnit unit = declared.first().unit();
        if (event instanceof Ownership ownership) {
            Reason wrong = fold(ownership.pipeline()).own(tip.sequence(), ownership, unit);
            return wrong == null ? spending() : wrong;
        }
        Adoption adoption = (Adoption) event;
        return fold(adoption.pipeline()).adopt(adoption, unit);
    }

    private @Nullable Reason declare(Declaration declaration) {
        DomainBudget before = budget;
        Optional<DomainBudget> next =
                before == null ? Optional.of(DomainBudget.of(declaration)) : before.followedBy(declaration);
        budget = next.orElse(before);
        return next.isEmpty() ? Reason.DECLARATION : spending();
    }

    private @Nullable Reason change(Optional<DomainBudget> next) {
        budget = next.orElse(budget);
        return next.isEmpty() ? Reason.DECLARATION : null;
    }

    /**
     * Adds a raise. A period that a release is about keeps its budget. Batches are written without the domain's id, so a batch may have
     * been written after the reading that the raise is based on. The raise then takes effect from the period after the last period of the
     * batch.
     */
    private @Nullable Reason raise(Raise raise, DomainBudget declared) {
        if (!declared.mayBe(raise)) {
            return Reason.DECLARATION;
        }
        PrivacyUnit unit = declared.first().unit();
        long last = pipelines.values().stream()
                .mapToLong(pipeline -> pipeline.lastPeriod(unit))
                .max()
                .orElse(Long.MIN_VALUE);
        budget = declared.with(raise.behind(last));
        return null;
    }

    private PipelineFold fold(String pipeline) {
        return pipelines.computeIfAbsent(pipeline, name -> new PipelineFold(domain, name));
    }

    private @Nullable Reason spending() {
        List<SpendingInterval> intervals = pipelines.values().stream()
                .flatMap(pipeline -> pipeline.intervals().stream())
                .toList();
        return budget == null || DomainSpending.overrun(budget, intervals).isEmpty() ? null : Reason.OVERSPENT;
    }
}
