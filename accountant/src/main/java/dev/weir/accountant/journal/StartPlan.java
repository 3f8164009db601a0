package dev.weir.accountant.journal;

import dev.weir.accountant.journal.audit.LedgerView;
import dev.weir.accountant.journal.audit.PipelineView;
import dev.weir.accountant.journal.chain.ChainTip;
import dev.weir.accountant.journal.chain.DomainEvent;
import dev.weir.accountant.journal.chain.DomainEvent.Adoption;
import dev.weir.accountant.journal.chain.DomainEvent.Ownership;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import java.util.List;

/**
 * What the last reading of a start has led to.
 *
 * @param entries what is to be written, one at least
 * @param outcome what follows once it is
 */
record StartPlan(List<DomainEntry> entries, StartStep outcome) {

    /** The plan to write some events behind what has been read. */
    static StartPlan of(StartRequest request, JournalState state, LedgerView view, List<DomainEvent> events) {
        List<DomainEntry> entries = DomainEntry.after(view.tip(), events);
        DomainEntry last = entries.get(entries.size() - 1);
        return new StartPlan(
                entries,
                last.event() instanceof Ownership
                        ? new StartStep.Go(
                                resumePoint(request, state, view, last.tip()), new StartChanges(request, view).told())
                        : new StartStep.Adopted((Adoption) last.event()));
    }

    private static ResumePoint resumePoint(StartRequest request, JournalState state, LedgerView view, ChainTip anchor) {
        PipelineView pipeline = view.pipeline(request.pipeline());
        boolean adopted = StartGuard.isAdopted(state, pipeline);
        JournalState moved = adopted ? state.movedTo(pipeline.tip()) : state;
        ResumePoint.Limits limits = new ResumePoint.Limits(
                request.declaration().unit(), request.claim().from(), pipeline.closing());
        return new ResumePoint(anchor.sequence(), moved.ownedSince(anchor), pipeline.tip(), limits, adopted);
    }

    /** The tip of the domain's chain once everything is written. */
    ChainTip last() {
        return entries.get(entries.size() - 1).tip();
    }
}
