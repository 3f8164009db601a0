package dev.weir.accountant.journal.audit;

import dev.weir.accountant.journal.audit.PipelineView.Owner;
import dev.weir.accountant.journal.chain.BatchDigest;
import dev.weir.accountant.journal.chain.ChainOrigin;
import dev.weir.accountant.journal.chain.ChainTip;
import dev.weir.accountant.journal.chain.DomainEvent.Adoption;
import dev.weir.accountant.journal.chain.DomainEvent.Claim;
import dev.weir.accountant.journal.chain.DomainEvent.Closing;
import dev.weir.accountant.journal.chain.DomainEvent.Ownership;
import dev.weir.accountant.journal.chain.LedgerRecord.BatchSeal;
import dev.weir.accountant.journal.chain.LedgerRecord.Confirmation;
import dev.weir.accountant.journal.chain.LedgerRecord.Retirement;
import dev.weir.accountant.journal.chain.LedgerRecord.RowEntry;
import dev.weir.accountant.journal.chain.Span;
import dev.weir.accountant.journal.meaning.QueryMeaning;
import dev.weir.accountant.journal.meaning.QueryTerms;
import dev.weir.accountant.journal.reading.LedgerBreak.Reason;
import dev.weir.accountant.journal.reading.RecordPosition;
import dev.weir.accountant.privacy.PrivacyUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The summary of the records of one pipeline that have been read so far. Each method that adds a record returns the
 * fault of the record, or null.
 */
final class PipelineFold {

    private final String name;
    private final Set<String> runs = new HashSet<>();
    private final Set<String> queries = new HashSet<>();
    private final Map<String, QueryMeaning> meanings = new HashMap<>();
    private final List<Adoption> adoptions = new ArrayList<>();
    private final List<SpendingInterval> ended = new ArrayList<>();
    private List<SpendingInterval> claimed = List.of();
    private ChainTip tip;
    private Owner owner = Owner.NOBODY;
    private long reach = Long.MIN_VALUE;
    private long claimedFrom = Long.MAX_VALUE;
    private Closing closing = Closing.NOTHING;
    private @Nullable Claim claim;
    private @Nullable BatchDigest open;
    private @Nullable RecordPosition unconfirmedFrom;
    private long confirmed;

    PipelineFold(String domain, String name) {
        this(FoldedPipeline.unknown(ChainOrigin.ofPipeline(domain, name), name));
    }

    /** Creates the summary of the records that were folded into {@code start}. */
    PipelineFold(FoldedPipeline start) {
        name = start.name();
        tip = start.tip();
        owner = start.owner();
        confirmed = start.confirmed();
        reach = start.reach();
        claim = start.claim();
        claimedFrom = claim == null ? claimedFrom : claim.from();
        closing = start.closing();
        claimed = start.claimed();
        runs.addAll(start.runs());
        queries.addAll(start.queries());
        meanings.putAll(start.meanings());
        ended.addAll(start.ended());
        adoptions.addAll(start.adoptions());
    }

    /** The folded form of this summary, which must not be within a batch or wait for a confirmation. */
    FoldedPipeline folded() {
        return new FoldedPipeline(name, tip, owner, confirmed, reach, claim, runs, queries, meanings, ended, adoptions);
    }

    ChainTip tip() {
        return tip;
    }

    String name() {
        return name;
    }

    /**
     * Adds an unreadable record, which may belong to this pipeline if the pipeline has an owner: only the owner writes
     * batches.
     */
    void unreadable(RecordPosition position) {
        if (owner.active() && unconfirmedFrom == null) {
            unconfirmedFrom = position;
        }
    }

    /**
     * The position of the first unreadable record that may be a missed record of this pipeline; null if the records read so far show that
     * no record of this pipeline is missed.
     */
    @Nullable RecordPosition unconfirmedFrom() {
        return unconfirmedFrom;
    }

    boolean isWithinBatch() {
        return open != null;
    }

    @Nullable Reason own(long number, Ownership ownership, PrivacyUnit unit) {
        Reason wrong = atTip(ownership.last());
        if (wrong == null) {
            boolean hasSteps = !ownership.claim().steps().isEmpty();
            wrong = hasSteps && !unit.isPeriodic() ? Reason.DECLARATION : learnMeanings(ownership.claim());
        }
        if (wrong != null) {
            return wrong;
        }
        endIntervals(unit.lastPeriod(Math.max(reach, ownership.reach())));
        owner = new Owner(number, ownership.run(), true);
        confirmed = 0;
        unconfirmedFrom = null;
        runs.add(ownership.run());
        beginIntervals(ownership.claim());
        return null;
    }

    /**
     * Keeps the meanings of a claim's queries. Returns {@link Reason#REDEFINED} if a meaning contradicts an earlier meaning of the query.
     */
    private @Nullable Reason learnMeanings(Claim next) {
        for (QueryTerms terms : next.queries()) {
            QueryMeaning meaning = terms.meaning();
            if (meaning != null) {
                QueryMeaning earlier = meanings.put(PipelineView.release(terms.query(), meaning.version()), meaning);
                if (earlier != null && earlier.contradicts(meaning)) {
                    return Reason.REDEFINED;
                }
            }
        }
        claim = next;
        return null;
    }

    /**
     * The fault of an event that names {@code last} as the latest sealed batch of the pipeline; null if the event has no fault.
     */
    private @Nullable Reason atTip(ChainTip last) {
        if (open != null) {
            return Reason.INCOMPLETE;
        }
        if (last.equals(tip)) {
            return null;
        }
        return last.sequence() == tip.sequence() ? Reason.HASH : Reason.SEQUENCE;
    }

    private void beginIntervals(Claim claim) {
        claimedFrom = claim.from();
        claim.queries().stream().map(QueryTerms::query).forEach(queries::add);
        long from = closing.firstOpen();
        claimed = SpendingInterval.of(name, adoptions.size(), claim, from);
    }

    /**
     * Ends the intervals of the latest ownership at {@code period}, because nothing more is drawn under this ownership. A later owner may
     * still write batches that were drawn under it. Such batches were paid for from the share of these intervals, so the intervals include
     * the periods of the batches.
     */
    private void endIntervals(long period) {
        claimed.stream()
                .map(interval -> interval.until(period))
                .filter(interval -> !interval.isEmpty())
                .forEach(interval -> SpendingInterval.add(interval, ended));
        claimed = List.of();
    }

    /** The last period that a batch of the pipeline is about; {@link Long#MIN_VALUE} without batches. */
    long lastPeriod(PrivacyUnit unit) {
        return unit.lastPeriod(reach);
    }

    /**
     * Adds an adoption. Units without periods have the single period 0, in which an adopted pipeline always counts as
     * having spent.
     */
    @Nullable Reason adopt(Adoption adoption, PrivacyUnit unit) {
        Reason wrong = atTip(adoption.ledger());
        if (wrong != null) {
            return wrong;
        }
        long live = unit.isPeriodic() ? adoption.closing().through() : 0;
        endIntervals(Math.max(lastPeriod(unit), live));
        owner = owner.ended();
        unconfirmedFrom = null;
        closing = closing.with(adoption.closing());
        adoptions.add(adoption);
        return null;
    }

    @Nullable Reason row(RowEntry entry) {
        if (!owner.active()) {
            return Reason.FOREIGN_OWNER;
        }
        BatchDigest digest = open == null ? new BatchDigest(name, tip) : open;
        if (entry.sequence() != tip.sequence() + 1 || entry.index() != digest.rows()) {
            return Reason.SEQUENCE;
        }
        digest.add(entry.row());
        open = digest;
        return null;
    }

    @Nullable Reason seal(BatchSeal seal, PrivacyUnit unit) {
        Reason wrong = ofOpenBatch(seal);
        if (wrong != null) {
            return wrong;
        }
        open = null;
        tip = seal.batch().tip();
        reach = Math.max(reach, seal.batch().span().lastEnd());
        Reason outside = outsideOfClaim(seal.batch().span(), unit);
        unconfirmedFrom = outside == null ? null : unconfirmedFrom;
        return outside;
    }

    private @Nullable Reason outsideOfClaim(Span span, PrivacyUnit unit) {
        if (unit.period(span.from()) < claimedFrom) {
            return Reason.OUTSIDE_CLAIM;
        }
        return closing.touches(span, unit) ? Reason.CLOSED : null;
    }

    /** The fault of a seal that should close the open batch; null if the seal has no fault. */
    private @Nullable Reason ofOpenBatch(BatchSeal seal) {
        if (!owner.active() || seal.owner() != owner.number()) {
            return Reason.FOREIGN_OWNER;
        }
        BatchDigest digest = open;
        boolean isNext = seal.batch().sequence() == tip.sequence() + 1;
        if (digest == null || !isNext || seal.batch().rows() != digest.rows()) {
            return Reason.SEQUENCE;
        }
        return digest.close(seal.batch().span()).equals(seal.batch()) ? null : Reason.HASH;
    }

    /**
     * Adds a confirmation. The number of the confirmation must be above that of the latest confirmation, because a copy of an earlier
     * confirmation shows nothing about the records between the original and the copy.
     */
    @Nullable Reason confirm(Confirmation confirmation) {
        Reason wrong = byOwnerAtTip(confirmation.owner(), confirmation.last());
        if (wrong != null) {
            return wrong;
        }
        if (confirmation.number() <= confirmed) {
            return Reason.SEQUENCE;
        }
        confirmed = confirmation.number();
        unconfirmedFrom = null;
        return null;
    }

    /**
     * The fault of a record in which the owner of ownership {@code number} names {@code last} as the latest batch; null if the record has
     * no fault.
     */
    private @Nullable Reason byOwnerAtTip(long number, ChainTip last) {
        boolean isByOwner = owner.active() && number == owner.number();
        return open == null && !isByOwner ? Reason.FOREIGN_OWNER : atTip(last);
    }

    @Nullable Reason retire(Retirement retirement, PrivacyUnit unit) {
        Reason wrong = byOwnerAtTip(retirement.owner(), retirement.last());
        if (wrong != null) {
            return wrong;
        }
        endIntervals(lastPeriod(unit));
        owner = owner.ended();
        unconfirmedFrom = null;
        return null;
    }

    List<SpendingInterval> intervals() {
        List<SpendingInterval> all = new ArrayList<>(ended);
        claimed.forEach(interval -> SpendingInterval.add(interval, all));
        return all;
    }

    PipelineView view() {
        PipelineView.Released released = new PipelineView.Released(queries, meanings, claim);
        return new PipelineView(tip, owner, runs, reach, intervals(), released, closing, adoptions);
    }
}
