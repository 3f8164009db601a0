package dev.weir.accountant.journal;

import dev.weir.accountant.journal.audit.LedgerView;
import dev.weir.accountant.journal.chain.DomainEvent;
import java.util.List;

/**
 * Decides on a start after the ledger has been read. It is an interface so that the test that explores a model of the protocol can weaken
 * one rule at a time.
 */
@FunctionalInterface
interface StartCheck {

    /** Decides on the start. Equal readings of the ledger give equal decisions. */
    Decision check(LedgerView view);

    /** The outcome of a check. */
    sealed interface Decision {

        /**
         * The start may go on once these events have been written.
         *
         * @param events the events to write in one transaction under the domain's id, in their order
         */
        record Write(List<DomainEvent> events) implements Decision {}

        /** The start is refused. */
        record Refuse(Refusal refusal) implements Decision {}
    }
}
