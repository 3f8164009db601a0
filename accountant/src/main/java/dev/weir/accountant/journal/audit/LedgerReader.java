package dev.weir.accountant.journal.audit;

import dev.weir.accountant.journal.chain.ChainTip;
import dev.weir.accountant.journal.chain.DomainEvent;
import dev.weir.accountant.journal.chain.DomainEvent.Adoption;
import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
import dev.weir.accountant.journal.chain.DomainEvent.Ownership;
import dev.weir.accountant.journal.chain.DomainEvent.Raise;
import dev.weir.accountant.journal.chain.DomainEvent.Renaming;
import dev.weir.accountant.journal.chain.DomainEvent.Retiming;
import dev.weir.accountant.journal.chain.LedgerBytes;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.BatchSeal;
import dev.weir.accountant.journal.chain.LedgerRecord.Confirmation;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.accountant.journal.chain.LedgerRecord.Retirement;
import dev.weir.accountant.journal.chain.LedgerRecord.RowEntry;
import dev.weir.accountant.journal.reading.LedgerBreak;
import dev.weir.accountant.journal.reading.LedgerBreak.Reason;
import dev.weir.accountant.journal.reading.LedgerRecords;
import dev.weir.accountant.journal.reading.RecordPosition;
import dev.weir.accountant.journal.reading.SkippedRecords;
import dev.weir.accountant.privacy.PrivacyUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads the committed records of a domain's ledger in their order and checks that they form a ledger: numbers have no gaps, each digest
 * covers the one before, only the latest owner of a pipeline writes, claims are within the declared budget, and no batch is about a closed
 * or unclaimed period. Its memory does not grow with the number of batches. It stops at the first record that does not fit. It skips an
 * unreadable record if {@link UnreadableRecords} can show that this is not a missing record of Weir.
 *
 * <p>A ledger that has lost its end passes all checks. Only a state that knows the missing entries can show the loss.
 */
public final class LedgerReader implements LedgerRecords {

    private final String domain;
    private final WantedDigests wanted;
    private final Map<String, PipelineFold> pipelines = new TreeMap<>();
    private final RememberedDigests digests;
    private final UnreadableRecords unreadable;
    private ChainTip tip;
    private long position;
    private long offset = -1;
    private @Nullable DomainBudget budget;
    private @Nullable LedgerBreak problem;

    /**
     * Creates a reader that has read no record.
     *
     * @param domain the name of the domain
     * @param wanted the numbers of the entries whose digests are remembered
     */
    public LedgerReader(String domain, WantedDigests wanted) {
        this(FoldedLedger.empty(domain), wanted);
    }

    /** Creates a reader that has read the records that were folded into {@code start}. */
    LedgerReader(FoldedLedger start, WantedDigests wanted) {
        this.domain = start.domain();
        this.wanted = wanted;
        this.unreadable = new UnreadableRecords(wanted);
        this.tip = start.tip();
        this.position = start.records();
        this.offset = start.offset();
        this.budget = start.budget();
        this.digests = new RememberedDigests(wanted, start.entries());
        for (FoldedPipeline pipeline : start.pipelines()) {
            pipelines.put(pipeline.name(), new PipelineFold(pipeline));
            digests.addBatch(pipeline.name(), pipeline.tip());
        }
    }

    /** The folded form of the records read so far; empty within a batch, at a break, or if a record has been skipped. */
    Optional<FoldedLedger> folded() {
        List<FoldedPipeline> all =
                pipelines.values().stream().map(PipelineFold::folded).toList();
        return view(wanted)
                .map(view -> new FoldedLedger(domain, tip, position, offset, budget, digests.entries(), all));
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
    public void newest(ChainTip entry) {
        unreadable.expect(entry, digests.hasEntry(entry));
    }

    /** Whether the newest entry that is known from elsewhere has been read; true if none is known. */
    public boolean hasNewest() {
        return unreadable.hasNewest();
    }

    @Override
    public void accept(byte[] bytes) {
        read(bytes);
    }

    /** Reads the bytes of the next record; empty if the bytes are not a record of a ledger. */
    Optional<LedgerRecord> read(byte[] bytes) {
        Optional<LedgerRecord> record = LedgerBytes.decode(bytes);
        record.ifPresentOrElse(this::accept, this::skip);
        return record;
    }

    private void skip() {
        if (problem == null) {
            unreadable.add(here(), pipelines.values());
            position++;
        }
    }

    private RecordPosition here() {
        return new RecordPosition(position, offset);
    }

    /**
     * Checks and adds the next record. A record after the first break is ignored.
     *
     * @param record the next committed record
     */
    public void accept(LedgerRecord record) {
        Reason wrong = problem == null ? check(record) : null;
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

    private @Nullable Reason check(LedgerRecord record) {
        if (record instanceof DomainEntry entry) {
            return readEntry(entry);
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

    private @Nullable Reason readEntry(DomainEntry entry) {
        Reason wrong = afterTip(entry);
        if (wrong != null) {
            return wrong;
        }
        tip = entry.tip();
        unreadable.shown(tip);
        digests.addEntry(tip);
        return readEvent(entry.event());
    }

    /** The fault of an entry that should follow the tip of the domain's chain; null if the entry has no fault. */
    private @Nullable Reason afterTip(DomainEntry entry) {
        if (entry.tip().sequence() != tip.sequence() + 1) {
            return Reason.SEQUENCE;
        }
        return DomainEntry.after(tip, entry.event()).equals(entry) ? null : Reason.HASH;
    }

    private @Nullable Reason readEvent(DomainEvent event) {
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
        budget = declared.with(raise.behind(view().lastPeriod(declared.first().unit())));
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
                .filter(view -> digests.serves(other)
                        && view.broken().isEmpty()
                        && view.unreadable().isEmpty());
    }

    private LedgerView view(long entry) {
        Map<String, PipelineView> views = new TreeMap<>();
        pipelines.forEach((name, pipeline) -> views.put(name, pipeline.view()));
        LedgerBreak found = problem == null ? incomplete() : problem;
        LedgerBreak first = unreadable.notShown(tip, pipelines.values(), found).orElse(found);
        SkippedRecords skipped = unreadable.skipped(tip, pipelines.values(), found == null);
        return new LedgerView(domain, tip, budget, views, digests.batches(), digests.entry(entry), skipped, first);
    }

    private @Nullable LedgerBreak incomplete() {
        return pipelines.values().stream()
                .filter(PipelineFold::isWithinBatch)
                .findFirst()
                .map(open -> open.name() + " batch " + (open.tip().sequence() + 1))
                .map(where -> new LedgerBreak(here(), Reason.INCOMPLETE, where))
                .orElse(null);
    }
}
