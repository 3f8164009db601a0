package dev.weir.accountant.journal;

import dev.weir.accountant.journal.chain.ChainTip;
import dev.weir.accountant.journal.chain.DomainEvent.Closing;
import dev.weir.accountant.journal.chain.Span;
import dev.weir.accountant.privacy.InvalidParameter;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.accountant.privacy.Require;
import java.util.Objects;

/**
 * The state from which a run that may start goes on, and the limits of what it may write.
 *
 * @param owner the number of the run's ownership in the domain's chain; 0 without a ledger
 * @param state the state to go on from; an adopted state is moved to the tip of the ledger and has no pending batches
 * @param ledger the tip of the pipeline's chain in the ledger
 * @param limits the periods and windows that the run's batches may be about
 * @param adopted whether the restored state was adopted; if so, its pending batches are dropped, and batches about
 *     closed windows are never written
 */
public record ResumePoint(long owner, JournalState state, ChainTip ledger, Limits limits, boolean adopted) {

    /**
     * The result for a run without a ledger: the state alone. No ledger can be compared with the state and no period was claimed, so
     * batches may be about any period. A run without a {@link Start} is possible in no other way, and is refused for every state that a run
     * with a ledger has started from.
     *
     * @param state the restored state, or an empty one
     * @param unit the privacy unit of the pipeline
     * @throws InvalidParameter if the state is anchored to a ledger
     */
    public static ResumePoint withoutLedger(JournalState state, PrivacyUnit unit) {
        Require.that(
                !state.isAnchored(),
                "state",
                "one that no ledger knows",
                state.last().sequence());
        return new ResumePoint(0, state, state.base(), new Limits(unit, Long.MIN_VALUE, Closing.NOTHING), false);
    }

    /** The tip of the domain's chain with this ownership as its latest entry. The state is anchored to this tip. */
    ChainTip anchor() {
        return Objects.requireNonNull(state.anchor());
    }

    /**
     * The periods and windows that batches may be about.
     *
     * @param unit the privacy unit
     * @param from the first claimed period
     * @param closing everything that adoptions have closed, at this start or any earlier one
     */
    public record Limits(PrivacyUnit unit, long from, Closing closing) {

        /**
         * Whether a batch about {@code span} may be written.
         *
         * @param span the event time that the batch's rows are about
         */
        public boolean admit(Span span) {
            return unit.period(span.from()) >= from && !closing.touches(span, unit);
        }
    }
}
