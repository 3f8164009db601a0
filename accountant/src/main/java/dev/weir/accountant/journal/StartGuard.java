package dev.weir.accountant.journal;

import dev.weir.accountant.journal.Refusal.Code;
import dev.weir.accountant.journal.audit.DomainBudget;
import dev.weir.accountant.journal.audit.DomainSpending;
import dev.weir.accountant.journal.audit.LedgerView;
import dev.weir.accountant.journal.audit.PipelineView;
import dev.weir.accountant.journal.audit.SpendingInterval;
import dev.weir.accountant.journal.chain.DomainEvent;
import dev.weir.accountant.journal.chain.DomainEvent.Claim;
import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
import dev.weir.accountant.journal.chain.DomainEvent.Ownership;
import dev.weir.accountant.journal.meaning.QueryTerms;
import dev.weir.accountant.journal.reading.LedgerBreak;
import dev.weir.accountant.privacy.PrivacyUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides, from the whole ledger, whether a run may go on from a state. The state must contain every batch of the pipeline that was ever
 * published: the state's accounts have then paid for all releases, and the state has closed the released windows.
 *
 * @param request the run that wants to start
 * @param state the restored state
 */
record StartGuard(StartRequest request, JournalState state) implements StartCheck {

    @Override
    public Decision check(LedgerView view) {
        return refusal(view).<Decision>map(Decision.Refuse::new).orElseGet(() -> new Decision.Write(ownership(view)));
    }

    private Optional<Refusal> refusal(LedgerView view) {
        return broken(view)
                .or(() -> new StartChanges(request, view).units())
                .or(() -> declaration(request, view))
                .or(() -> continuity(view))
                .or(() -> query(request, view))
                .or(() -> new StartChanges(request, view).meanings())
                .or(() -> budget(request, view));
    }

    static Optional<Refusal> broken(LedgerView view) {
        return view.broken().map(found -> new Refusal(code(found), found + ": " + found.remedy()));
    }

    private static Code code(LedgerBreak found) {
        return found.reason() == LedgerBreak.Reason.CUT ? Code.LEDGER_BEHIND : Code.LEDGER_BROKEN;
    }

    /** The refusal of a start or owner whose pipeline belongs to another run, or to a later attempt of the same run. */
    static Refusal overtaken(StartRequest request, PipelineView.Owner owner) {
        Code code = owner.run().equals(request.run()) ? Code.LEDGER_SUPERSEDED : Code.LEDGER_OWNED;
        return new Refusal(code, "pipeline " + request.pipeline() + " belongs to run " + owner.run());
    }

    /**
     * The refusal of a declaration that differs from the newest one of the ledger; empty if it does not differ. A run that is restarted
     * after a failure may state an earlier declaration: the run keeps its share, so a raise of the budget need not stop the run.
     */
    static Optional<Refusal> declaration(StartRequest request, LedgerView view) {
        Declaration declared = declaredFor(request, view);
        return declared == null || declared.isKeptBy(request.declaration()) || hasSeenRaise(request, view)
                ? Optional.empty()
                : Optional.of(otherDeclaration(declared, request.declaration(), view));
    }

    private static boolean hasSeenRaise(StartRequest request, LedgerView view) {
        DomainBudget budget = view.budget();
        return budget != null
                && view.pipeline(request.pipeline()).owner().run().equals(request.run())
                && budget.hasStated(request.declaration());
    }

    /** The declaration of the ledger with the fields that the request changes; null if nothing is declared. */
    private static @Nullable Declaration declaredFor(StartRequest request, LedgerView view) {
        Declaration declared = view.declared();
        return declared == null ? null : declared.with(request.change(declared).changed());
    }

    static Refusal otherDeclaration(Declaration ledger, Declaration pipeline, LedgerView view) {
        DomainBudget budget = view.budget();
        boolean isOlder = budget != null && budget.hasStated(pipeline);
        return new Refusal(
                Code.LEDGER_DECLARATION,
                "the ledger declares " + ledger.words() + ", the pipeline " + pipeline.words()
                        + otherRules(ledger.unit(), pipeline.unit())
                        + (isOlder
                                ? ", which was raised since: state "
                                        + ledger.budget().words(ledger.failures(), ledger.keys())
                                        + " as the domain's budget"
                                : ""));
    }

    /** Where the units differ by the rules of their zone alone, says since when; empty otherwise. */
    private static String otherRules(PrivacyUnit ledger, PrivacyUnit pipeline) {
        return ledger.equals(pipeline) || !ledger.isNamedAs(pipeline)
                ? ""
                : ", whose rules for " + ledger.zone() + " are others "
                        + ledger.zone().difference(pipeline.zone());
    }

    private Optional<Refusal> continuity(LedgerView view) {
        PipelineView pipeline = view.pipeline(request.pipeline());
        return isAdopted(state, pipeline) ? Optional.empty() : ContinuityCheck.check(state, pipeline, view);
    }

    /**
     * Whether an operator has adopted this state and no batch has been written since. A run may then start from it any
     * number of times; each start reads from the ledger which periods are closed.
     */
    static boolean isAdopted(JournalState state, PipelineView pipeline) {
        return pipeline.adoption()
                .map(adoption -> adoption.state().equals(state.last())
                        && adoption.ledger().equals(pipeline.tip()))
                .orElse(false);
    }

    static Optional<Refusal> query(StartRequest request, LedgerView view) {
        for (Map.Entry<String, PipelineView> other : view.pipelines().entrySet()) {
            for (QueryTerms terms : request.claim().queries()) {
                if (!other.getKey().equals(request.pipeline())
                        && other.getValue().queries().contains(terms.query())) {
                    return Optional.of(new Refusal(
                            Code.LEDGER_QUERY, "query " + terms.query() + " belongs to pipeline " + other.getKey()));
                }
            }
        }
        return Optional.empty();
    }

    /** The refusal of a claim that, together with all claims in the ledger, exceeds the budget; empty if the budget suffices. */
    static Optional<Refusal> budget(StartRequest request, LedgerView view) {
        Claim claim = request.claim();
        PipelineView pipeline = view.pipeline(request.pipeline());
        List<SpendingInterval> intervals = new ArrayList<>(view.intervals());
        intervals.addAll(SpendingInterval.of(
                request.pipeline(),
                pipeline.adoptions().size(),
                claim,
                pipeline.closing().firstOpen()));
        return DomainSpending.overrun(budgetFor(request, view), intervals)
                .map(sum -> new Refusal(Code.LEDGER_BUDGET, sum));
    }

    /**
     * The budget that claims must fit: the budget that the ledger declares. The budget that the request declares is used if the ledger has
     * none, and for units without periods, whose budget an adoption may replace.
     */
    static DomainBudget budgetFor(StartRequest request, LedgerView view) {
        DomainBudget budget = view.budget();
        return budget != null && request.declaration().unit().isPeriodic()
                ? budget
                : DomainBudget.of(request.declaration());
    }

    private List<DomainEvent> ownership(LedgerView view) {
        return withDeclaration(request, view, List.of(ownership(request, state, view)));
    }

    static Ownership ownership(StartRequest request, JournalState state, LedgerView view) {
        return new Ownership(
                request.pipeline(),
                request.run(),
                view.pipeline(request.pipeline()).tip(),
                state.reach(),
                request.claim());
    }

    /**
     * Returns the events to write, preceded by the changes of fields and by the declaration if the ledger does not have them.
     */
    static List<DomainEvent> withDeclaration(StartRequest request, LedgerView view, List<DomainEvent> events) {
        List<DomainEvent> all = new StartChanges(request, view).unitEvents();
        declared(request, view).ifPresent(all::add);
        all.addAll(events);
        return all;
    }

    /**
     * The declaration to write; empty if the ledger has it. After a raise a new declaration only adds fields and repeats the first budget.
     */
    private static Optional<Declaration> declared(StartRequest request, LedgerView view) {
        Declaration own = request.declaration();
        DomainBudget budget = view.budget();
        Declaration declared = declaredFor(request, view);
        if (budget == null || budget.raises().isEmpty()) {
            return own.equals(declared) ? Optional.empty() : Optional.of(own);
        }
        return declared == null || own.field().equals(declared.field())
                ? Optional.empty()
                : Optional.of(budget.first().with(own.field()));
    }
}
