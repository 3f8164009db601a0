package dev.weir.accountant.journal;

import dev.weir.accountant.journal.Refusal.Code;
import dev.weir.accountant.journal.audit.LedgerView;
import dev.weir.accountant.journal.audit.PipelineView;
import dev.weir.accountant.journal.audit.WantedDigests;
import dev.weir.accountant.journal.chain.ChainHash;
import dev.weir.accountant.journal.chain.ChainTip;
import java.util.Optional;
import java.util.Set;

/**
 * Checks the reading that follows the write of a start. The reading must find a ledger without a break that has the
 * entries the start has written, and no later owner of the pipeline.
 *
 * <p>An ownership names the latest batch of its pipeline at the reading before the write. If an older owner has written a batch between
 * that reading and the ownership, or after the ownership, {@link dev.weir.accountant.journal.audit.LedgerReader} reports a broken ledger.
 * If the entries are missing, the ledger that was read is not the ledger that was written, or has lost its end.
 *
 * @param request the run that starts
 * @param written the tip of the domain's chain after the written entries
 * @param owns whether an ownership was written, which must then be the pipeline's latest
 */
record StartConfirmation(StartRequest request, ChainTip written, boolean owns) {

    /** The number of the domain entry whose digest the reading has to remember. */
    WantedDigests wanted() {
        return new WantedDigests(request.pipeline(), Set.of(), written.sequence());
    }

    /** The reason why the start must not go on; empty if it may. */
    Optional<Refusal> refusal(LedgerView view) {
        return StartGuard.broken(view).or(() -> missing(view)).or(() -> replaced(view));
    }

    private Optional<Refusal> missing(LedgerView view) {
        ChainHash found = view.entryDigest();
        if (written.hash().equals(found)) {
            return Optional.empty();
        }
        String entry = "domain entry " + written.sequence();
        return Optional.of(
                found == null
                        ? new Refusal(Code.LEDGER_BEHIND, entry + " was written and is not in the ledger")
                        : new Refusal(Code.LEDGER_FORK, entry + " is not the one that was written"));
    }

    private Optional<Refusal> replaced(LedgerView view) {
        PipelineView.Owner owner = view.pipeline(request.pipeline()).owner();
        return owns && owner.number() != written.sequence()
                ? Optional.of(StartGuard.overtaken(request, owner))
                : Optional.empty();
    }
}
