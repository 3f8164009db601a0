package dev.weir.operators.ledger;

import dev.weir.accountant.journal.JournalState;
import dev.weir.accountant.journal.Start;
import dev.weir.accountant.journal.StartRequest;
import dev.weir.accountant.journal.StartStep;
import dev.weir.accountant.journal.audit.LedgerView;
import dev.weir.accountant.journal.audit.Watch;
import dev.weir.operators.query.Plan;
import dev.weir.operators.restore.StartRefused;
import dev.weir.operators.time.Schedule;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Looks into the ledger before a job is submitted: what reading alone shows to be wrong is refused then, and neither a job
 * is started nor one that runs is stopped. The publishing operator looks again, with its state, takes the pipeline over and
 * checks again.
 *
 * @param access where the ledger is
 * @param plan what the job would release
 * @param schedule for which windows
 */
public record LedgerLook(LedgerAccess access, Plan plan, Schedule schedule) {

    /** Names a run that does not exist: whoever owns the pipeline is another one. */
    private static final String NOBODY = "not started";

    /**
     * What stands against a start.
     *
     * @param restored whether the job goes on from a state. What the state knows is not known here, so it is taken to be what
     *     the ledger knows
     * @return empty if nothing does, as far as reading shows
     * @throws IOException if the ledger cannot be reached
     */
    public Optional<StartRefused> refusal(boolean restored) throws IOException, InterruptedException {
        try (Ledger ledger = access.open(plan)) {
            StartRequest request = access.request(plan, NOBODY, LedgerAccess.firstPeriod(plan, schedule));
            JournalState state = restored
                    ? uptodate(LedgerStart.read(ledger, plan.domain(), Watch.NOTHING))
                    : JournalState.empty(plan.domain(), access.pipeline());
            LedgerStart.Place place = new LedgerStart.Place(plan.domain(), access.pipeline(), NOBODY);
            return new LedgerStart(ledger, place, Start.of(request, state)).look() instanceof StartStep.Refused refused
                    ? Optional.of(LedgerStart.refused(refused.refusal()))
                    : Optional.empty();
        }
    }

    private JournalState uptodate(LedgerView view) {
        return new JournalState(view.pipeline(access.pipeline()).tip(), List.of(), null, Long.MIN_VALUE);
    }
}
