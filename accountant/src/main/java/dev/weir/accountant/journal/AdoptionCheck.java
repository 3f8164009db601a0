package dev.weir.accountant.journal;

import dev.weir.accountant.journal.Refusal.Code;
import dev.weir.accountant.journal.audit.DomainSpending;
import dev.weir.accountant.journal.audit.LedgerView;
import dev.weir.accountant.journal.audit.PipelineView;
import dev.weir.accountant.journal.audit.Tenure;
import dev.weir.accountant.journal.chain.DomainEvent.Adoption;
import dev.weir.accountant.journal.chain.DomainEvent.Claim;
import dev.weir.accountant.journal.chain.DomainEvent.Closing;
import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
import dev.weir.accountant.privacy.PrivacyUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Decides whether an operator may go on from a state that does not fit the ledger, and closes what that costs.
 *
 * <p><b>Guarantee.</b> Neighbours: the records of one unit in one period. What is visible was released by runs whose
 * accounts the adopted state does not have. With periods: every period that any visible release is about, and the one that
 * was open at the state's clock, is closed, so that a later release is only about units of which nothing is visible, and
 * whose accounts are new. Without periods nothing can be closed; what the unit may lose to the adopted state comes on top
 * of what it has lost, so both are counted, and the declared budget has to hold their sum. Everything pending is dropped:
 * it was paid for by accounts that do not know what else was published.
 *
 * @param request who adopts; its declaration may raise the domain's budget
 * @param state the adopted state
 * @param clock up to where the state's windows have been released, epoch milliseconds; {@link Long#MIN_VALUE} for an empty
 *     one
 */
record AdoptionCheck(StartRequest request, JournalState state, long clock) implements StartCheck {

    @Override
    public Decision check(LedgerView view) {
        return refusal(view)
                .<Decision>map(Decision.Refuse::new)
                .orElseGet(() -> new Decision.Write(StartGuard.withDeclaration(
                        request, view, List.of(StartGuard.ownership(request, state, view), adoption(view)))));
    }

    private Optional<Refusal> refusal(LedgerView view) {
        return StartGuard.broken(view)
                .or(() -> fits(view))
                .or(() -> unit(view))
                .or(() -> StartGuard.query(request, view))
                .or(() -> StartGuard.budget(request, view))
                .or(() -> nextLife(view));
    }

    private Optional<Refusal> mismatch(LedgerView view) {
        return Abutment.check(state, view.pipeline(request.pipeline()), view);
    }

    private Optional<Refusal> fits(LedgerView view) {
        boolean adopted = StartGuard.isAdopted(state, view.pipeline(request.pipeline()));
        return adopted || mismatch(view).isEmpty()
                ? Optional.of(new Refusal(Code.LEDGER_FITS, "the state can go on as it is"))
                : Optional.empty();
    }

    private Optional<Refusal> unit(LedgerView view) {
        Declaration declared = view.declared();
        PrivacyUnit unit = request.declaration().unit();
        return declared == null || declared.unit() == unit
                ? Optional.empty()
                : Optional.of(new Refusal(
                        Code.LEDGER_DECLARATION, "the ledger declares " + declared.unit() + ", the pipeline " + unit));
    }

    /** Whether the run that goes on from the adopted state will fit, beside what the pipeline has spent before. */
    private Optional<Refusal> nextLife(LedgerView view) {
        PrivacyUnit unit = request.declaration().unit();
        int life = view.pipeline(request.pipeline()).adoptions().size();
        long through = closing(view).through();
        List<Tenure> tenures = new ArrayList<>(view.tenures());
        tenures.removeIf(tenure -> tenure.pipeline().equals(request.pipeline()) && tenure.to() == Long.MAX_VALUE);
        long ended = unit.isPeriodic() ? through : 0;
        tenures.add(tenure(life, request.claim().from(), ended));
        long next = Math.max(request.claim().from(), closing(view).firstOpen());
        tenures.add(tenure(life + 1, next, Long.MAX_VALUE));
        return DomainSpending.overrun(request.declaration(), tenures).map(sum -> new Refusal(Code.LEDGER_BUDGET, sum));
    }

    private Tenure tenure(int life, long from, long to) {
        Claim claim = request.claim();
        return new Tenure(request.pipeline(), life, from, to, claim.share(), claim.failures());
    }

    private Adoption adoption(LedgerView view) {
        return new Adoption(
                request.pipeline(),
                state.last(),
                view.pipeline(request.pipeline()).tip(),
                closing(view));
    }

    private Closing closing(LedgerView view) {
        PrivacyUnit unit = request.declaration().unit();
        PipelineView pipeline = view.pipeline(request.pipeline());
        long reach = Math.max(state.reach(), pipeline.reach());
        long last = reach == Long.MIN_VALUE ? reach : unit.period(reach - 1);
        long open = clock == Long.MIN_VALUE ? clock : unit.period(clock);
        return new Closing(unit.isPeriodic() ? Math.max(last, open) : Long.MIN_VALUE, Math.max(reach, clock));
    }

    /** What the adoption would do; empty if it would be refused. */
    Optional<AdoptionPlan> plan(LedgerView view) {
        return refusal(view).isPresent()
                ? Optional.empty()
                : mismatch(view).map(reason -> plan(reason, adoption(view)));
    }

    private AdoptionPlan plan(Refusal reason, Adoption adoption) {
        long unseen = Math.max(0, adoption.ledger().sequence() - state.last().sequence());
        long rows = state.pending().stream()
                .mapToLong(pending -> pending.batch().rows())
                .sum();
        return new AdoptionPlan(reason, adoption, unseen, state.pending().size(), rows);
    }
}
