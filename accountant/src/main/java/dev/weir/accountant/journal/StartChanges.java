package dev.weir.accountant.journal;

import dev.weir.accountant.journal.Refusal.Code;
import dev.weir.accountant.journal.audit.LedgerView;
import dev.weir.accountant.journal.audit.PipelineView;
import dev.weir.accountant.journal.chain.DomainEvent;
import dev.weir.accountant.journal.chain.DomainEvent.Claim;
import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
import dev.weir.accountant.journal.chain.DomainEvent.Renaming;
import dev.weir.accountant.journal.chain.DomainEvent.Retiming;
import dev.weir.accountant.journal.chain.DomainEvent.ShareStep;
import dev.weir.accountant.journal.meaning.QueryMeaning;
import dev.weir.accountant.journal.meaning.QueryTerms;
import dev.weir.accountant.journal.meaning.UnitField;
import dev.weir.accountant.journal.meaning.UnitFieldChange;
import dev.weir.accountant.journal.reading.SkippedRecords;
import dev.weir.accountant.privacy.Amount;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The changes of a pipeline's configuration since the ledger was written. Some are refused, the others are only
 * reported.
 *
 * <p>{@link UnitFieldChange} decides about the fields that tell the unit of a record. A query that has another meaning under the same version
 * is refused, because the id of a release would have two meanings; this holds even if the version was last used long ago, or if the state
 * that contained it is lost. A request is also refused if the steps by which its share grew ({@link
 * ShareStep}) differ from those of the latest claim, unless the request only adds steps: the earlier steps have fixed the noise of open
 * cells. Changed keys and another topic of releases are reported. If the ledger lacks a statement because an earlier build wrote it, the
 * statement of the configuration is taken.
 *
 * @param request the run that wants to start
 * @param view the ledger, read to its end
 */
record StartChanges(StartRequest request, LedgerView view) {

    /** The refusal of a start whose fields differ from those in the ledger; empty if the start is not refused for this. */
    Optional<Refusal> units() {
        Declaration declared = view.declared();
        return declared == null || !declared.unit().equals(request.declaration().unit())
                ? Optional.empty()
                : request.change(declared).refusal().map(detail -> new Refusal(Code.LEDGER_UNIT, detail));
    }

    /** The events that record changed fields, in a list that may be changed. */
    List<DomainEvent> unitEvents() {
        List<DomainEvent> events = new ArrayList<>();
        Declaration declared = view.declared();
        if (declared == null) {
            return events;
        }
        UnitField own = request.declaration().field();
        UnitFieldChange change = request.change(declared);
        if (change.isRenaming()) {
            events.add(new Renaming(request.pipeline(), request.formerField(), own.name()));
        }
        if (change.isRetiming()) {
            events.add(new Retiming(request.pipeline(), declared.field().times(), own.times()));
        }
        return events;
    }

    /** The refusal of queries whose meaning, or whose steps of the share, have changed under the same version; empty if there are none. */
    Optional<Refusal> meanings() {
        List<String> changed = request.claim().queries().stream()
                .filter(terms -> hasOtherSteps(terms)
                        || earlier(terms)
                                .filter(meaning -> meaning.contradicts(known(terms)))
                                .isPresent())
                .map(terms -> known(terms).named(terms.query()))
                .toList();
        return changed.isEmpty()
                ? Optional.empty()
                : Optional.of(new Refusal(Code.QUERY_CHANGED, QueryMeaning.contradiction(changed)));
    }

    /**
     * Whether the latest claim has the query under the same version, while the steps of the request's share do not
     * continue those of the claim.
     */
    private boolean hasOtherSteps(QueryTerms terms) {
        QueryMeaning own = terms.meaning();
        Optional<Claim> latest = pipeline().claim();
        return own != null
                && latest.isPresent()
                && !isContinued(latest.get())
                && latest.get().queries().stream()
                        .filter(before -> before.query().equals(terms.query()))
                        .map(QueryTerms::meaning)
                        .anyMatch(before -> before != null && before.version() == own.version());
    }

    /**
     * Whether the request has the same share and steps as a claim, or additional steps, the first of which starts from the claim's share. A
     * request without steps always continues a claim without steps: a comparison of the meanings finds changed prices.
     */
    private boolean isContinued(Claim latest) {
        List<ShareStep> before = latest.steps();
        List<ShareStep> now = request.claim().steps();
        if (before.isEmpty() && now.isEmpty()) {
            return true;
        }
        if (now.size() < before.size() || !now.subList(0, before.size()).equals(before)) {
            return false;
        }
        Amount next = now.size() == before.size()
                ? request.claim().share()
                : now.get(before.size()).before();
        return next.equals(latest.share());
    }

    private Optional<String> newStep() {
        int before = pipeline().claim().map(claim -> claim.steps().size()).orElse(0);
        List<ShareStep> now = request.claim().steps();
        return now.size() <= before
                ? Optional.empty()
                : Optional.of("prices follow the raised budget from period "
                        + request.declaration()
                                .unit()
                                .periodName(now.get(before).from()) + " on");
    }

    private Optional<QueryMeaning> earlier(QueryTerms terms) {
        QueryMeaning meaning = terms.meaning();
        return meaning == null ? Optional.empty() : pipeline().meaning(terms.query(), meaning.version());
    }

    private static QueryMeaning known(QueryTerms terms) {
        return Objects.requireNonNull(terms.meaning());
    }

    private static String skipped(SkippedRecords skipped) {
        return "skipped " + (skipped.count() == 1 ? "1 record" : skipped.count() + " records")
                + " of the ledger that cannot be read (" + skipped.places()
                + "): later records show that nothing of Weir's is missing. Find out who else writes there";
    }

    private PipelineView pipeline() {
        return view.pipeline(request.pipeline());
    }

    /**
     * The changes that are only reported, and the skipped records. Each takes one line, with numbers and names from the
     * configuration.
     */
    List<String> told() {
        List<String> lines = new ArrayList<>();
        Declaration declared = view.declared();
        if (declared == null) {
            request.fullDomain().ifPresent(lines::add);
        } else {
            lines.addAll(request.change(declared).told());
        }
        String before = pipeline().claim().map(Claim::topic).orElse("");
        String topic = request.claim().topic();
        if (!before.isEmpty() && !before.equals(topic)) {
            lines.add("releases go to " + (topic.isEmpty() ? "a place without a name" : "topic " + topic)
                    + " from now on; they went to topic " + before);
        }
        newStep().ifPresent(lines::add);
        for (QueryTerms terms : request.claim().queries()) {
            earlier(terms)
                    .flatMap(meaning -> known(terms).newKeys(terms.query(), meaning))
                    .ifPresent(lines::add);
        }
        if (!view.skipped().isEmpty()) {
            lines.add(skipped(view.skipped()));
        }
        return lines;
    }
}
