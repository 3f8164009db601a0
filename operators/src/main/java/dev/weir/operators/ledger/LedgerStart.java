package dev.weir.operators.ledger;

import dev.weir.accountant.journal.Refusal;
import dev.weir.accountant.journal.Start;
import dev.weir.accountant.journal.StartStep;
import dev.weir.accountant.journal.audit.LedgerView;
import dev.weir.accountant.journal.audit.PipelineView.Owner;
import dev.weir.accountant.journal.reading.LedgerBreak;
import dev.weir.operators.state.restore.StartRefused;
import java.io.IOException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Drives a {@link Start} against a ledger.
 *
 * <p>A start that loses the domain's id to another start begins again after a wait of random length, so that two starts
 * do not take the id from each other without end. If the ledger cannot be reached, {@link #drive} may be called again.
 * The start then continues where it stopped, so that a write without a known outcome is not forgotten.
 */
public final class LedgerStart {

    static final int MOST_LOSSES = 30;

    private static final long LEAST_WAIT_MILLIS = 50;
    private static final long WAIT_MILLIS = 1000;

    private final Ledger ledger;
    private final LedgerReadings readings;
    private final Place place;
    private Start start;
    private boolean holdsDomain;
    private boolean isFirst;
    private int losses;

    /**
     * The domain, the pipeline and the run of a start.
     *
     * @param domain the name of the domain
     * @param pipeline the name of the pipeline
     * @param run the name of the run that starts
     */
    public record Place(String domain, String pipeline, String run) {

        /**
         * The name of a run: equal for all attempts of one submission, and different for other submissions.
         *
         * @param job the job's id
         * @param graph the name of the submitted job graph
         */
        public static String runOf(String job, String graph) {
            return job + "-" + graph;
        }

        /** Whether the run named {@code run} belongs to the job with the id {@code job}. */
        static boolean isRunOf(String job, String run) {
            return run.startsWith(runOf(job, ""));
        }
    }

    /**
     * Creates a start that has performed no step.
     *
     * @param ledger the ledger, which nobody else in this process uses until the start has ended
     * @param place the domain, the pipeline and the run
     * @param start the protocol of the start
     */
    public LedgerStart(Ledger ledger, Place place, Start start) {
        this(ledger, place, start, null);
    }

    /**
     * Creates a start that has performed no step, and goes on from what another process has read of the ledger.
     *
     * @param ledger the ledger, which nobody else in this process uses until the start has ended
     * @param place the domain, the pipeline and the run
     * @param start the protocol of the start
     * @param handed what was read; null if nothing
     */
    public LedgerStart(Ledger ledger, Place place, Start start, LedgerReadings.@Nullable HandedOn handed) {
        this.ledger = ledger;
        this.readings = new LedgerReadings(ledger, place.domain(), handed);
        this.place = place;
        this.start = start;
    }

    /**
     * Performs the steps of the start until the start ends, then gives up the domain's id.
     *
     * @return {@link StartStep.Go}, {@link StartStep.Adopted} or {@link StartStep.Refused}
     * @throws IOException if the ledger cannot be reached, or other processes have taken the domain's id 30 times
     */
    public StartStep drive() throws IOException, InterruptedException {
        while (!isEnd(start.next())) {
            step(start.next());
        }
        ledger.releaseDomain();
        return start.next();
    }

    /** Whether the ledger had no entry of the domain before this start. */
    public boolean isFirstOfDomain() {
        return isFirst;
    }

    /** The number of batches since the newest snapshot of the ledger, as far as this start has seen. */
    public long batchesSinceSnapshot() {
        return readings.batchesSinceSnapshot();
    }

    /** Reads the ledger once and returns the step that the start would perform next. No id is taken. */
    public StartStep look() throws IOException, InterruptedException {
        step(start.next());
        return start.next();
    }

    /** Returns the next step as {@link #look()} does, from a reading that has been made already. */
    StartStep look(LedgerView view) throws IOException, InterruptedException {
        read(view);
        return start.next();
    }

    private void step(StartStep step) throws IOException, InterruptedException {
        if (step instanceof StartStep.Read read) {
            read(readings.read(read.wanted()));
        } else if (step instanceof StartStep.TakeDomain) {
            takeDomain();
        } else if (step instanceof StartStep.TakePipeline) {
            ledger.takePipeline();
            start = start.taken();
        } else if (step instanceof StartStep.Write write) {
            answer(ledger.writeDomain(write.entries()));
        }
    }

    /**
     * Passes two things to the start: the reading, and whether the pipeline's owner is another run that shows life.
     * While this process holds the domain's id, the owner is not asked and counts as dead.
     */
    private void read(LedgerView view) throws IOException, InterruptedException {
        isFirst |= view.tip().sequence() == 0;
        start = start.read(
                view, !holdsDomain && isAlive(view.pipeline(place.pipeline()).owner()));
    }

    private void takeDomain() throws IOException, InterruptedException {
        ledger.takeDomain();
        holdsDomain = true;
        start = start.taken();
    }

    private boolean isAlive(Owner owner) throws IOException, InterruptedException {
        return owner.active() && !owner.run().equals(place.run()) && ledger.isAlive(owner);
    }

    private void answer(Ledger.Result result) throws IOException, InterruptedException {
        start = switch (result) {
            case WRITTEN -> start.written();
            case FENCED -> start.lost();
            case UNKNOWN -> start.unknown();
        };
        if (result != Ledger.Result.WRITTEN) {
            holdsDomain = false;
            isFirst &= result == Ledger.Result.UNKNOWN;
            pauseAfterLoss();
        }
    }

    private void pauseAfterLoss() throws IOException, InterruptedException {
        losses++;
        if (losses % MOST_LOSSES == 0) {
            throw alwaysLost(place.domain());
        }
        pause();
    }

    /** The failure of a start or raise that has lost the domain's id to other processes {@link #MOST_LOSSES} times. */
    static IOException alwaysLost(String domain) {
        return new IOException("could not take domain " + domain + " in " + MOST_LOSSES + " attempts");
    }

    /** Waits for a random time, so that two starts do not take the domain's id from each other without end. */
    static void pause() throws InterruptedException {
        Thread.sleep(LEAST_WAIT_MILLIS + randomBelow(WAIT_MILLIS));
    }

    private static boolean isEnd(StartStep step) {
        return step instanceof StartStep.Go || step instanceof StartStep.Adopted || step instanceof StartStep.Refused;
    }

    /** A random number from 0 to {@code bound} - 1. It only varies the waits of starts and is not a draw of noise. */
    private static long randomBelow(long bound) {
        return Math.floorMod(UUID.randomUUID().getLeastSignificantBits(), bound);
    }

    /**
     * Returns the step of a start that may go on, and throws if the start was refused.
     *
     * @param end the last step of the start
     * @throws Exception the {@link #failure} for the refusal, if the start was refused
     */
    public static StartStep.Go granted(StartStep end) throws Exception {
        if (end instanceof StartStep.Refused refused) {
            throw failure(refused.refusal());
        }
        return (StartStep.Go) end;
    }

    /**
     * The exception that ends an attempt after a refusal. It also ends the job, unless the reason is that a later
     * attempt of the same run has begun.
     *
     * @param refusal the refusal
     */
    public static Exception failure(Refusal refusal) {
        return refusal.isForGood()
                ? refused(refusal).asFailure()
                : new IOException("this attempt ends, for a later one of the same run has begun: " + refusal);
    }

    /**
     * Adds the remedy to a refusal.
     *
     * @param refusal the refusal
     */
    public static StartRefused refused(Refusal refusal) {
        StartRefused.Code code = StartRefused.Code.valueOf(refusal.code().name());
        String remedy = remedy(code);
        return new StartRefused(code, refusal.detail() + (remedy.isEmpty() ? "" : ": " + remedy));
    }

    /**
     * Returns the refusal of a ledger that breaks, or whose start is cut off and has nothing that stands for it.
     *
     * @param found where it breaks
     */
    public static StartRefused refused(LedgerBreak found) {
        boolean isCut = found.reason() == LedgerBreak.Reason.CUT;
        return new StartRefused(
                isCut ? StartRefused.Code.LEDGER_BEHIND : StartRefused.Code.LEDGER_BROKEN,
                found + ": " + found.remedy());
    }

    private static String remedy(StartRefused.Code code) {
        return switch (code) {
            case LEDGER_AHEAD -> "start from the newest checkpoint or savepoint";
            case LEDGER_BEHIND -> "find the ledger that this state was written with, or restore it from its backup";
            case LEDGER_FORK ->
                "this state belongs to another history: start from the newest state of the ledger's owner";
            case LEDGER_BROKEN -> ""; // the detail of this refusal already contains the remedy
            case LEDGER_OWNED -> "stop that run, or leave the pipeline to it";
            case LEDGER_DECLARATION -> "declare the same unit and budget in every pipeline of the domain";
            case LEDGER_UNIT ->
                "other ids, or periods by other times, would have new budgets: read both as before; if only the name of the ids'"
                        + " field has changed, give the one that is known in source.unit-was; if times have another field or"
                        + " form, and each record's time is still the same, give what is known in source.time-was";
            case QUERY_CHANGED -> StartRefused.OTHER_MEANING;
            case LEDGER_BUDGET ->
                "lower the pipeline's budget, stop another pipeline of the domain, or raise the domain's budget for periods to"
                        + " come";
            case LEDGER_QUERY -> "give the query another name";
            case LEDGER_FITS -> "run the pipeline";
            default -> "see the page on operations";
        };
    }
}
