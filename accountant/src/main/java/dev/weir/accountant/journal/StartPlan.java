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
 * The entries that a start writes, and the step after the write. The plan is made at the last reading before the write.
 *
 * @param entries the entries to write, at least one
 * @param outcome the step that follows once the entries are written and confirmed
 */
record StartPlan(List<DomainEntry> entries, StartStep outcome) {

    /** Plans to write events after the last entry that was read. */
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

    /** The tip of the domain's chain after all planned entries. */
    ChainTip last() {
        return entries.get(entries.size() - 1).tip();
    }
}
