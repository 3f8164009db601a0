package dev.weir.accountant.journal;

import dev.weir.accountant.journal.Refusal.Code;
import dev.weir.accountant.journal.audit.DomainSpending;
import dev.weir.accountant.journal.audit.LedgerView;
import dev.weir.accountant.journal.audit.PeriodSpending;
import dev.weir.accountant.journal.audit.SpendingInterval;
import dev.weir.accountant.journal.chain.DomainEvent.Adoption;
import dev.weir.accountant.journal.chain.DomainEvent.Closing;
import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
import dev.weir.accountant.privacy.PrivacyUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Decides whether an operator may adopt a state that does not fit the ledger, and which periods and windows the
 * adoption closes.
 *
 * <p><b>Guarantee.</b> Neighbours: the records of one unit in one period. Some visible releases were made by runs whose unit accounts the
 * adopted state does not have. If the unit has periods, the adoption closes every period that a visible release is about and every period
 * that has begun at the clock. Later releases are then only about units of which nothing is visible and whose accounts are new. If the unit
 * has no periods, none can be closed. The unit's further loss then adds to its earlier loss, both are counted, and the declared budget must
 * be at least their sum. Pending batches are dropped, because they were charged to accounts that do not contain the visible releases of
 * other runs.
 *
 * <p><b>One value.</b> No release gets a second value. A ledger that has lost its end does not contain every visible
 * release. A state that is newer than the ledger shows this loss, but an older state, which is adopted because the
 * ledger is ahead of it, does not. Therefore every adoption, for whatever reason, closes all windows that have ended at
 * the clock, so that no such window is drawn again.
 *
 * <p><b>Declaration.</b> If the unit has periods, the adoption needs no other budget: a declaration that differs from
 * the ledger's is refused, as at every start.
 *
 * @param request the run that adopts; if the unit has no periods, its declaration may raise the domain's budget
 * @param state the adopted state
 * @param clock no visible release is about a window that ends later than this, in epoch milliseconds; {@link
 *     Long#MIN_VALUE} if the state and the ledger contain every visible release
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
                .or(() -> new StartChanges(request, view).units())
                .or(() -> declaration(view))
                .or(() -> StartGuard.query(request, view))
                .or(() -> new StartChanges(request, view).meanings())
                .or(() -> StartGuard.budget(request, view))
                .or(() -> nextLife(view));
    }

    private Optional<Refusal> mismatch(LedgerView view) {
        return ContinuityCheck.check(state, view.pipeline(request.pipeline()), view);
    }

    private Optional<Refusal> fits(LedgerView view) {
        boolean adopted = StartGuard.isAdopted(state, view.pipeline(request.pipeline()));
        return adopted || mismatch(view).isEmpty()
                ? Optional.of(new Refusal(Code.LEDGER_FITS, "the state can go on as it is"))
                : Optional.empty();
    }

    private Optional<Refusal> declaration(LedgerView view) {
        Declaration ledger = view.declared();
        Declaration own = request.declaration();
        if (ledger == null || StartGuard.declaration(request, view).isEmpty()) {
            return Optional.empty();
        }
        boolean isSame = ledger.unit().equals(own.unit()) && ledger.keys().equals(own.keys());
        boolean mayDiffer = isSame && !own.unit().isPeriodic();
        return mayDiffer ? Optional.empty() : Optional.of(StartGuard.otherDeclaration(ledger, own, view));
    }

    /**
     * Refuses the adoption if the spending of all pipelines so far and the claim of the next run together would exceed the budget.
     */
    private Optional<Refusal> nextLife(LedgerView view) {
        return DomainSpending.overrun(StartGuard.budgetFor(request, view), nextIntervals(view))
                .map(sum -> new Refusal(Code.LEDGER_BUDGET, sum));
    }

    /**
     * The spending intervals of all pipelines after the adoption. The open intervals of this pipeline end with the last period that a
     * release is about. The claim is then counted twice: in the closed periods as part of the present life of the pipeline, and in the open
     * periods as the beginning of the next life ({@link SpendingInterval}); if the unit has no periods, both count in its only period.
     */
    private List<SpendingInterval> nextIntervals(LedgerView view) {
        int life = view.pipeline(request.pipeline()).adoptions().size();
        List<SpendingInterval> intervals = new ArrayList<>(view.intervals());
        intervals.replaceAll(interval -> isOpen(interval) ? interval.until(lastPeriod(view)) : interval);
        intervals.removeIf(SpendingInterval::isEmpty);
        long ended = request.declaration().unit().isPeriodic() ? closing(view).through() : 0;
        claimed(life, Long.MIN_VALUE).stream()
                .map(interval -> interval.until(ended))
                .filter(interval -> !interval.isEmpty())
                .forEach(intervals::add);
        intervals.addAll(claimed(life + 1, closing(view).firstOpen()));
        return intervals;
    }

    private boolean isOpen(SpendingInterval interval) {
        return interval.pipeline().equals(request.pipeline()) && interval.to() == Long.MAX_VALUE;
    }

    /** The latest end of a window that a release in the ledger or the state is about. */
    private long reach(LedgerView view) {
        return Math.max(state.reach(), view.pipeline(request.pipeline()).reach());
    }

    /** The last period of the privacy unit that a window up to {@link #reach} overlaps. */
    private long lastPeriod(LedgerView view) {
        return request.declaration().unit().lastPeriod(reach(view));
    }

    private long nextPeriod(LedgerView view) {
        return Math.max(request.claim().from(), closing(view).firstOpen());
    }

    private List<SpendingInterval> claimed(int life, long from) {
        return SpendingInterval.of(request.pipeline(), life, request.claim(), from);
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
        long open = clock == Long.MIN_VALUE ? clock : unit.period(clock);
        return new Closing(
                unit.isPeriodic() ? Math.max(lastPeriod(view), open) : Long.MIN_VALUE, Math.max(reach(view), clock));
    }

    /** The effects and losses of the adoption; empty if the adoption would be refused. */
    Optional<AdoptionPlan> plan(LedgerView view) {
        return refusal(view).isPresent() ? Optional.empty() : mismatch(view).map(reason -> plan(reason, view));
    }

    private AdoptionPlan plan(Refusal reason, LedgerView view) {
        Adoption adoption = adoption(view);
        long unseen = Math.max(0, adoption.ledger().sequence() - state.last().sequence());
        long rows = state.pending().stream()
                .mapToLong(pending -> pending.batch().rows())
                .sum();
        return new AdoptionPlan(
                reason, adoption, budgets(view), unseen, state.pending().size(), rows);
    }

    private AdoptionPlan.Budgets budgets(LedgerView view) {
        Declaration before = view.declared();
        return new AdoptionPlan.Budgets(
                before == null ? "nothing" : before.words(),
                request.declaration().words(),
                sums(view));
    }

    /**
     * States in words the most that one unit may lose in the closed periods that may have releases, and in the periods
     * that follow.
     */
    private String sums(LedgerView view) {
        PrivacyUnit unit = request.declaration().unit();
        long closed = closing(view).through();
        long claimed = request.claim().from();
        long released = reach(view) == Long.MIN_VALUE ? claimed : lastPeriod(view);
        long first = Math.min(closed, Math.min(claimed, released));
        long next = nextPeriod(view);
        List<PeriodSpending> spans = DomainSpending.spans(unit, nextIntervals(view));
        Stream<String> before = spans.stream()
                .flatMap(span -> span.within(first, closed).stream())
                .map(span -> span + " " + span.periods(unit) + " (closed)");
        Stream<String> after = spans.stream()
                .flatMap(span -> span.within(next, Long.MAX_VALUE).stream())
                .map(span -> span + " " + span.periods(unit));
        return Stream.concat(before, after).collect(Collectors.joining("; "));
    }
}
