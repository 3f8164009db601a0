package dev.weir.accountant.journal;

import dev.weir.accountant.journal.Refusal.Code;
import dev.weir.accountant.journal.audit.DomainBudget;
import dev.weir.accountant.journal.audit.LedgerView;
import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
import dev.weir.accountant.journal.chain.DomainEvent.Raise;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.accountant.privacy.PrivacyUnit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether the budget of a domain may be raised, and from which period on.
 *
 * <p><b>Guarantee.</b> Neighbours: the records of one privacy unit within one period. The raise holds from the first period that begins after
 * the clock, which is no earlier than the present of whoever has released anything, and behind every period that the ledger has a
 * release about. So the budget of a period that has begun does not change ({@link DomainBudget}), and what any unit has lost in a
 * period was admitted by the budget that is in force there. A raise claims nothing: each claim is judged when it is made, beside all
 * others, period by period.
 *
 * @param wanted the domain's unit and the larger budget
 * @param clock no earlier than the time of any slot that has been read, and the most that a record may be ahead of it, epoch
 *     milliseconds
 */
public record BudgetRaise(Declaration wanted, long clock) {

    /** What a reading of the ledger means for a raise. */
    public sealed interface Decision {

        /**
         * It may be written.
         *
         * @param raise what is to be written, under the domain's id
         * @param entry the raise behind what has been read
         */
        record Write(Raise raise, DomainEntry entry) implements Decision {}

        /**
         * The budget is the ledger's newest already.
         *
         * @param budget what the ledger declares
         */
        record Declared(DomainBudget budget) implements Decision {}

        /**
         * Something stands against it.
         *
         * @param refusal what
         */
        record Refuse(Refusal refusal) implements Decision {}
    }

    /** Decides; the same reading always gives the same decision. */
    public Decision decide(LedgerView view) {
        return StartGuard.broken(view).<Decision>map(Decision.Refuse::new).orElseGet(() -> refusal(view.budget())
                .<Decision>map(rule -> new Decision.Refuse(new Refusal(Code.LEDGER_DECLARATION, rule)))
                .orElseGet(() -> decide(view, known(view))));
    }

    private static DomainBudget known(LedgerView view) {
        return Optional.ofNullable(view.budget()).orElseThrow();
    }

    private Decision decide(LedgerView view, DomainBudget budget) {
        if (isNewest(budget)) {
            return new Decision.Declared(budget);
        }
        Raise raise = new Raise(firstPeriod(view, budget), wanted.budget(), wanted.failures());
        return budget.mayBe(raise)
                ? new Decision.Write(raise, DomainEntry.after(view.tip(), raise))
                : new Decision.Refuse(new Refusal(
                        Code.LEDGER_DECLARATION,
                        "the ledger declares " + budget.newest().words() + ", the file "
                                + wanted.words()
                                + ": a raise is in the same currency, larger, and in no part smaller"));
    }

    private boolean isNewest(DomainBudget budget) {
        Declaration newest = budget.newest();
        return newest.budget().equals(wanted.budget()) && newest.failures().equals(wanted.failures());
    }

    private Optional<String> refusal(@Nullable DomainBudget budget) {
        if (budget == null) {
            return Optional.of("nothing is declared yet: the first start of a pipeline declares the domain's budget");
        }
        Declaration declared = budget.newest();
        if (declared.unit() != wanted.unit()) {
            return Optional.of("the ledger declares " + declared.words() + ", the file " + wanted.words()
                    + ": the unit of a domain never changes");
        }
        return declared.unit().isPeriodic() || isNewest(budget)
                ? Optional.empty()
                : Optional.of("the unit " + declared.unit().words()
                        + " has no periods, so its budget is never raised: what has been lost of it counts for ever");
    }

    private long firstPeriod(LedgerView view, DomainBudget budget) {
        PrivacyUnit unit = wanted.unit();
        long last = Math.max(unit.period(clock), view.lastPeriod(unit));
        for (Raise raise : budget.raises()) {
            last = Math.max(last, raise.from());
        }
        return last + 1;
    }
}
