package dev.weir.accountant.journal;

import dev.weir.accountant.journal.Refusal.Code;
import dev.weir.accountant.journal.audit.LedgerView;
import dev.weir.accountant.journal.audit.PipelineView;
import dev.weir.accountant.journal.chain.ChainHash;
import dev.weir.accountant.journal.chain.ChainTip;
import java.util.Map;
import java.util.Optional;

/**
 * Checks whether the ledger fits a state without a gap and without a fork: first pending - 1 &le; last of the ledger
 * &le; last of the state, and equal digests of every entry that both know.
 *
 * <p>If the ledger ends before that range, it has lost batches that the state knows to be published. If the ledger ends after the range,
 * batches were published that the state does not know. If a digest differs, another run has continued from an earlier common state, or the
 * ledger is another one.
 */
final class ContinuityCheck {

    private ContinuityCheck() {}

    /** The reason why a run must not go on from the state; empty if it may. */
    static Optional<Refusal> check(JournalState state, PipelineView pipeline, LedgerView view) {
        return anchor(state, view)
                .or(() -> hashes(state, view))
                .or(() -> tip(state, pipeline.tip()))
                .or(() -> sequence(state, pipeline.tip()));
    }

    /**
     * Refuses a state whose ownership the ledger does not contain: the ledger has lost its end, or is another ledger.
     *
     * @param view the ledger, read with the state's {@link JournalState#wantedDigests}
     */
    static Optional<Refusal> anchor(JournalState state, LedgerView view) {
        ChainTip anchor = state.anchor();
        ChainHash found = view.entryDigest();
        if (anchor == null || anchor.hash().equals(found)) {
            return Optional.empty();
        }
        String end = "the ledger ends at domain entry " + view.tip().sequence();
        return found == null
                ? refuse(Code.LEDGER_BEHIND, end + ", the state knows entry " + anchor.sequence())
                : refuse(
                        Code.LEDGER_FORK, "domain entry " + anchor.sequence() + " is not the one that the state knows");
    }

    private static Optional<Refusal> sequence(JournalState state, ChainTip ledger) {
        String end = "the ledger ends at batch " + ledger.sequence();
        long published = state.base().sequence();
        long last = state.last().sequence();
        if (ledger.sequence() < published) {
            return refuse(Code.LEDGER_BEHIND, end + ", the state has published batch " + published);
        }
        return ledger.sequence() <= last
                ? Optional.empty()
                : refuse(Code.LEDGER_AHEAD, end + ", the state at batch " + last);
    }

    private static Optional<Refusal> hashes(JournalState state, LedgerView view) {
        return view.digests().entrySet().stream()
                .filter(batch -> state.hash(batch.getKey())
                        .filter(known -> !known.equals(batch.getValue()))
                        .isPresent())
                .min(Map.Entry.comparingByKey())
                .flatMap(batch ->
                        refuse(Code.LEDGER_FORK, "batch " + batch.getKey() + " is not the one that the state holds"));
    }

    /**
     * Compares the tips of the pipeline's chain. A chain begins with the pipeline's name, so the state of another
     * pipeline has a different tip even if it has published nothing.
     */
    private static Optional<Refusal> tip(JournalState state, ChainTip ledger) {
        return state.hash(ledger.sequence())
                .filter(known -> !known.equals(ledger.hash()))
                .flatMap(known -> refuse(Code.LEDGER_FORK, "the state is one of another pipeline"));
    }

    private static Optional<Refusal> refuse(Code code, String detail) {
        return Optional.of(new Refusal(code, detail));
    }
}
