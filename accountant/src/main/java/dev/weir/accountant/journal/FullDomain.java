package dev.weir.accountant.journal;

import dev.weir.accountant.journal.audit.DomainBudget;
import dev.weir.accountant.journal.audit.DomainSpending;
import dev.weir.accountant.journal.audit.SpendingInterval;
import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Delta;
import java.util.List;
import java.util.Optional;

/**
 * Warns that the budget of a domain leaves no room for a second pipeline. The warning comes before the budget is declared, because a
 * declaration can hardly be changed later.
 */
final class FullDomain {

    private FullDomain() {}

    /**
     * The warning, in one line; empty if part of the budget is left.
     *
     * @param declared the budget that is about to be declared
     * @param share the share of the first pipeline
     * @return the warning, or empty if part of the budget is left
     */
    static Optional<String> warning(Declaration declared, Amount share) {
        Amount least = new Amount(share.currency(), 1);
        boolean hasRoom = DomainSpending.overrun(
                        DomainBudget.of(declared), List.of(interval("first", share), interval("second", least)))
                .isEmpty();
        return hasRoom ? Optional.empty() : Optional.of(line(declared));
    }

    private static SpendingInterval interval(String pipeline, Amount share) {
        return new SpendingInterval(pipeline, 0, 0, Long.MAX_VALUE, share, Delta.ZERO, Delta.ZERO);
    }

    private static String line(Declaration declared) {
        String later = declared.unit().isPeriodic()
                ? "; later it can be raised for periods that have not begun (weir ledger declare)"
                : "; later it cannot be raised, for the unit has no periods";
        return "this pipeline takes the whole budget of its domain (" + declared.words()
                + "), so that no second pipeline of the domain will start: state a larger domain.budget now if there will be"
                + " one" + later;
    }
}
