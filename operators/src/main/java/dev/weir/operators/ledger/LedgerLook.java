package dev.weir.operators.ledger;

import dev.weir.accountant.journal.JournalState;
import dev.weir.accountant.journal.Refusal;
import dev.weir.accountant.journal.Start;
import dev.weir.accountant.journal.StartRequest;
import dev.weir.accountant.journal.StartStep;
import dev.weir.accountant.journal.audit.LedgerView;
import dev.weir.accountant.journal.audit.WantedDigests;
import dev.weir.accountant.journal.chain.DomainEvent.Closing;
import dev.weir.operators.query.Plan;
import dev.weir.operators.state.restore.StartRefused;
import dev.weir.operators.time.Schedule;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Reads the ledger before a job is submitted, and refuses a job that the reading shows to be wrong. It neither starts a
 * job nor stops a running one. The publishing operator reads again, with its state, takes the pipeline over and checks
 * again.
 *
 * @param access where the ledger is
 * @param plan the plan of the job
 * @param schedule the schedule of the job
 */
public record LedgerLook(LedgerAccess access, Plan plan, Schedule schedule) {

    /** The name of a run that does not exist, so that any owner of the pipeline is another run. */
    private static final String NOBODY = "not started";

    /**
     * The result of one reading of the ledger.
     *
     * @param refusal the reason against a start; empty if the reading shows none
     * @param closing everything that the adoptions of the pipeline have closed, which the job's schedule must leave out
     * @param plan what the job must release: the plan with the prices that earlier periods keep
     * @param told the message about prices that this start raises; empty if there are none
     */
    public record Seen(Optional<StartRefused> refusal, Closing closing, Plan plan, Optional<String> told) {}

    /**
     * A plan with the prices that earlier periods keep because the pipeline's budget was raised, according to the
     * ledger.
     *
     * @param ledger the ledger, which is read
     * @param plan the plan as configured
     * @param pipeline the name of the pipeline
     * @throws IOException if the ledger cannot be reached
     */
    public static Plan priced(Ledger ledger, Plan plan, String pipeline) throws IOException, InterruptedException {
        LedgerView view = LedgerStart.read(ledger, plan.domain(), WantedDigests.NOTHING);
        return RaisedPlan.of(plan, view, pipeline).priced(ledger);
    }

    /**
     * The reasons against a start, from a single reading of the ledger: a second reading could find records that the
     * job itself has written since. An owner that is a run of the same job is no reason against the start: where a job
     * manager replaces a lost one, the job is started again from the state that the cluster has kept, and its
     * submission is repeated without effect. If the owner is another job with this id, the publishing operator refuses.
     *
     * @param state the chain of the state that the job goes on from, as of a completed checkpoint: one that is older than the ledger is
     *     refused. Empty if there is no state, or it cannot be read here
     * @param restored whether the job goes on from a state. Where it cannot be read here, it is taken to know what the ledger knows
     * @param job the id under which the job will be submitted; empty if it is not known yet
     * @throws IOException if the ledger cannot be reached
     */
    public Seen look(Optional<JournalState> state, boolean restored, Optional<String> job)
            throws IOException, InterruptedException {
        JournalState empty = JournalState.empty(plan.domain(), access.pipeline());
        WantedDigests wanted = state.map(known -> known.wantedDigests(access.pipeline()))
                .orElseGet(() -> new WantedDigests(access.pipeline(), Set.of(), 0));
        return look(view -> state.orElseGet(() -> restored ? uptodate(view) : empty), wanted, job);
    }

    /**
     * Looks with the state that applies: a job that already runs goes on from the state that the cluster has kept, and
     * not from the one that is named for the submission.
     */
    private Seen look(Function<LedgerView, JournalState> restored, WantedDigests wanted, Optional<String> job)
            throws IOException, InterruptedException {
        try (Ledger ledger = access.look(plan)) {
            LedgerView view = LedgerStart.read(ledger, plan.domain(), wanted);
            String run = run(view, job);
            RaisedPlan raised = RaisedPlan.of(plan, view, access.pipeline());
            Plan priced = raised.priced(ledger);
            StartRequest request = access.request(priced, run, LedgerAccess.firstPeriod(plan, schedule));
            JournalState state = run.equals(NOBODY) ? restored.apply(view) : uptodate(view);
            LedgerStart.Place place = new LedgerStart.Place(plan.domain(), access.pipeline(), run);
            StartStep next = new LedgerStart(ledger, place, Start.of(request, state)).look(view);
            return new Seen(
                    refusal(next, raised), view.pipeline(access.pipeline()).closing(), priced, raised.told(priced));
        }
    }

    private static Optional<StartRefused> refusal(StartStep step, RaisedPlan raised) {
        return step instanceof StartStep.Refused refused
                ? Optional.of(refused(refused.refusal(), raised))
                : Optional.empty();
    }

    private static StartRefused refused(Refusal refusal, RaisedPlan raised) {
        Optional<String> remedy =
                refusal.code() == Refusal.Code.QUERY_CHANGED ? raised.missingRaise() : Optional.empty();
        return remedy.map(line -> new StartRefused(StartRefused.Code.QUERY_CHANGED, refusal.detail() + ": " + line))
                .orElseGet(() -> LedgerStart.refused(refusal));
    }

    private String run(LedgerView view, Optional<String> job) {
        String owner = view.pipeline(access.pipeline()).owner().run();
        return job.isPresent() && LedgerStart.Place.isRunOf(job.get(), owner) ? owner : NOBODY;
    }

    private JournalState uptodate(LedgerView view) {
        return new JournalState(view.pipeline(access.pipeline()).tip(), List.of(), null, Long.MIN_VALUE);
    }
}
