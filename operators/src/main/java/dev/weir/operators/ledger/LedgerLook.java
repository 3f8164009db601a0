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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Reads the ledger before a job is submitted, and refuses a job whose start the ledger forbids. This check neither
 * starts a job nor stops a running one. Later the publishing operator takes the pipeline over, reads what has been written since
 * ({@link LedgerReadings.HandedOn}) and compares the ledger with its own state.
 *
 * @param access the place of the ledger
 * @param plan the plan of the job
 * @param schedule the schedule of the job
 */
public record LedgerLook(LedgerAccess access, Plan plan, Schedule schedule) {

    /** The name of a run that does not exist, so that any owner of the pipeline is another run. */
    private static final String NOBODY = "not started";

    /**
     * The result of one reading of the ledger.
     *
     * @param refusal the reason why the job must not start; empty if the ledger shows no such reason
     * @param closing the windows that adoptions of the pipeline have closed, which the job's schedule must leave out
     * @param plan the plan that the job must run: the configured one with the rules of zones that the ledger holds, and the prices that
     *     earlier periods keep
     * @param told messages of one line: about zones whose rules have changed since, and about the prices that this start raises
     * @param read what was read, for the job
     */
    public record Seen(
            Optional<StartRefused> refusal,
            Closing closing,
            Plan plan,
            List<String> told,
            Optional<LedgerReadings.HandedOn> read) {}

    /**
     * The plan with the rules of zones that the ledger holds, and with the prices of all periods. If the pipeline's budget was raised,
     * earlier periods keep their prices, which the ledger contains.
     *
     * @param ledger the ledger, which is read
     * @param plan the plan as configured
     * @param pipeline the name of the pipeline
     * @throws IOException if the ledger cannot be reached
     */
    public static Plan priced(Ledger ledger, Plan plan, String pipeline) throws IOException, InterruptedException {
        LedgerView view = new LedgerReadings(ledger, plan.domain()).read(WantedDigests.NOTHING);
        Plan pinned = PinnedPlan.of(plan, view, pipeline).plan();
        return RaisedPlan.of(pinned, view, pipeline).priced(ledger);
    }

    /**
     * Finds the reasons against a start in a single reading of the ledger, because a second reading could find records
     * that the job itself has written since. An owner that is a run of the same job is no reason against the start:
     * when a new job manager replaces a lost one, the job starts again from the state that the cluster has kept, and
     * its submission is repeated without effect. If the owner is another job with this id, the publishing operator
     * refuses the start.
     *
     * @param state the journal in the state that the job resumes from, as of a completed checkpoint. A state that is
     *     older than the ledger is refused. Empty if there is no state, or if the state cannot be read in this process
     * @param restored whether the job resumes from a state. A state that cannot be read in this process is assumed to
     *     be as new as the ledger
     * @param job the id under which the job will be submitted; empty if the id is not known yet
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
     * Checks the ledger against the state that the job will resume from. A job that already runs resumes from the state
     * that the cluster has kept, and not from the state named in the submission.
     */
    private Seen look(Function<LedgerView, JournalState> restored, WantedDigests wanted, Optional<String> job)
            throws IOException, InterruptedException {
        try (Ledger ledger = access.look(plan)) {
            LedgerReadings readings = new LedgerReadings(ledger, plan.domain());
            LedgerView view = readings.read(wanted);
            Optional<LedgerReadings.HandedOn> read = readings.handOn();
            String run = run(view, job);
            PinnedPlan pinned = PinnedPlan.of(plan, view, access.pipeline());
            RaisedPlan raised = RaisedPlan.of(pinned.plan(), view, access.pipeline());
            Plan priced = raised.priced(ledger);
            StartRequest request = access.request(priced, run, LedgerAccess.firstPeriod(priced, schedule));
            JournalState state = run.equals(NOBODY) ? restored.apply(view) : uptodate(view);
            LedgerStart.Place place = new LedgerStart.Place(plan.domain(), access.pipeline(), run);
            StartStep next = new LedgerStart(ledger, place, Start.of(request, state)).look(view);
            List<String> told = new ArrayList<>(pinned.told());
            raised.told(priced).ifPresent(told::add);
            Closing closing = view.pipeline(access.pipeline()).closing();
            return new Seen(refusal(next, raised), closing, priced, told, read);
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
