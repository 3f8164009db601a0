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
 * <p><b>Guarantee.</b> Neighbours: the records of one privacy unit within one period. The raise takes effect from a period that begins
 * after the clock, after every period that a release in the ledger is about, and after the first period of every earlier raise. The clock
 * is no earlier than the event time of any pipeline that has released something. Periods are those of the ledger's declaration, by its rules of
 * their zone. Therefore the budget of a period that has begun does not
 * change ({@link DomainBudget}), and every loss in a period was admitted by the budget of that period. A raise spends nothing: each claim
 * is checked when it is made, together with all others, period by period.
 *
 * @param wanted the domain's unit and the larger budget
 * @param clock a time in epoch milliseconds that is no earlier than the event time of any record that has been admitted: the time of the
 *     latest slot read, plus the most that a record may be ahead of its slot
 */
public record BudgetRaise(Declaration wanted, long clock) {

    /** The decision on a raise after the ledger has been read. */
    public sealed interface Decision {

        /**
         * The raise may be written.
         *
         * @param raise the raise to write, under the domain's transactional id
         * @param entry the entry with the raise, which follows the last entry that was read
         */
        record Write(Raise raise, DomainEntry entry) implements Decision {}

        /**
         * The wanted budget is already the newest in the ledger.
         *
         * @param budget the budget that the ledger declares
         */
        record Declared(DomainBudget budget) implements Decision {}

        /**
         * The raise is refused.
         *
         * @param refusal the reason
         */
        record Refuse(Refusal refusal) implements Decision {}
    }

    /**
     * Decides on the raise. Equal readings of the ledger give equal decisions.
     *
     * @param view the ledger, read to its end
     */
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
        if (!declared.unit().isNamedAs(wanted.unit())) {
            return Optional.of("the ledger declares " + declared.words() + ", the file " + wanted.words()
                    + ": the unit of a domain never changes");
        }
        if (!declared.keys().equals(wanted.keys())) {
            return Optional.of("the ledger declares " + declared.words() + ", the file " + wanted.words()
                    + ": the delta for keys of a domain never changes");
        }
        return declared.unit().isPeriodic() || isNewest(budget)
                ? Optional.empty()
                : Optional.of("the unit " + declared.unit().words()
                        + " has no periods, so its budget is never raised: what has been lost of it counts for ever");
    }

    private long firstPeriod(LedgerView view, DomainBudget budget) {
        PrivacyUnit unit = budget.first().unit();
        long last = Math.max(unit.period(clock), view.lastPeriod(unit));
        for (Raise raise : budget.raises()) {
            last = Math.max(last, raise.from());
        }
        return last + 1;
    }
}
