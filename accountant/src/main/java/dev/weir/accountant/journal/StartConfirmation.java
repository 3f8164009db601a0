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
 * What a start must find when it reads the ledger once more after its write: the entries that it has written, in a ledger that
 * is whole, and no later owner of its pipeline.
 *
 * <p>An ownership names the batch that its pipeline had come to when it was read. If an older owner's batch has got in between
 * that reading and the ownership, or behind the ownership, the ledger is not whole, by what {@link
 * dev.weir.accountant.journal.audit.LedgerReader} requires of either. If the entries are not there, the write went to
 * another ledger than the one that is read.
 *
 * @param request whose start
 * @param written the tip of the domain's chain with what was written
 * @param owns whether an ownership was written, which must then be the pipeline's latest
 */
record StartConfirmation(StartRequest request, ChainTip written, boolean owns) {

    /** Which digest the reading has to remember. */
    WantedDigests wanted() {
        return new WantedDigests(request.pipeline(), Set.of(), written.sequence());
    }

    /** What keeps the start from going on, if anything does. */
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
