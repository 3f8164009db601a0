package dev.weir.accountant.journal;

import dev.weir.accountant.journal.chain.ChainTip;
import dev.weir.accountant.journal.chain.DomainEvent.Closing;
import dev.weir.accountant.journal.chain.Span;
import dev.weir.accountant.privacy.InvalidParameter;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.accountant.privacy.Require;
import java.util.Objects;

/**
 * Where a run that may start goes on from, and what it may write.
 *
 * @param owner the number of its ownership in the domain's chain; 0 without a ledger
 * @param state the state to go on from: of an adopted one, moved to where the ledger is, with nothing pending
 * @param ledger the tip of the pipeline's chain in the ledger
 * @param limits what its batches may be about
 * @param adopted whether the restored state was adopted: then its pending batches are dropped, and what is about closed windows
 *     is never written
 */
public record ResumePoint(long owner, JournalState state, ChainTip ledger, Limits limits, boolean adopted) {

    /**
     * What a run without a ledger goes on from: the state alone. There is nothing that the state could be compared with and nothing that
     * was claimed, so batches may be about anything. This is the one way past a {@link Start}, and closed to every state that
     * a ledger has let a run go on from.
     *
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

    /** The tip of the domain's chain with this ownership: what the state is anchored to. */
    ChainTip anchor() {
        return Objects.requireNonNull(state.anchor());
    }

    /**
     * What batches may be about.
     *
     * @param unit the privacy unit
     * @param from the first claimed period
     * @param closing what adoptions have closed; at every start, not only at the one after an adoption
     */
    public record Limits(PrivacyUnit unit, long from, Closing closing) {

        /** Whether a batch about this span may be written. */
        public boolean admit(Span span) {
            return unit.period(span.from()) >= from && !closing.touches(span, unit);
        }
    }
}
