package dev.weir.jobs.pipeline;

import dev.weir.accountant.journal.AdoptionPlan;
import dev.weir.accountant.journal.JournalState;
import dev.weir.accountant.journal.Start;
import dev.weir.accountant.journal.StartRequest;
import dev.weir.accountant.journal.StartStep;
import dev.weir.accountant.journal.audit.LedgerView;
import dev.weir.accountant.journal.chain.DomainEvent.Closing;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.jobs.config.Pipeline;
import dev.weir.operators.ledger.Ledger;
import dev.weir.operators.ledger.LedgerAccess;
import dev.weir.operators.ledger.LedgerClock;
import dev.weir.operators.ledger.LedgerLook;
import dev.weir.operators.ledger.LedgerReadings;
import dev.weir.operators.ledger.LedgerStart;
import dev.weir.operators.publish.SavedJournal;
import dev.weir.operators.query.Plan;
import dev.weir.operators.state.restore.StartRefused;
import dev.weir.operators.time.Schedule;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.UUID;

/**
 * An operator's decision that a pipeline goes on from a state that its ledger refuses. The decision is recorded in the
 * ledger; a later start goes on from the state.
 *
 * <b>What is closed.</b> {@link Start#adopting} closes the unit periods of everything that is visible, and the periods up to
 * the clock that it is given. This clock is {@link LedgerClock#latest}. It is read once for the plan and again when the
 * decision is recorded, because the operator may decide long after the plan was shown. The clock of the state is not known
 * here. The state's clock is never ahead of {@code LedgerClock#latest}, and a later clock only closes more. So every period
 * that was open at the state's clock, or has begun since, is closed.
 *
 * <b>What ends.</b> Every series of the adopted state ends, and every choice that it remembers:
 * {@link dev.weir.operators.state.restore.ClosedCells}.
 *
 * <b>Key accounts.</b> What the lost state knew of them counts as spent: every account pays again from the first of its
 * periods on that begins after the adoption ({@code KeyAccounts} in the operators has the proof).
 */
public final class Adoption implements AutoCloseable {

    private final Ledger ledger;
    private final LedgerStart.Place place;
    private final Asked asked;
    private final boolean hasAccounts;

    private Adoption(Ledger ledger, LedgerStart.Place place, Asked asked, boolean hasAccounts) {
        this.ledger = ledger;
        this.place = place;
        this.asked = asked;
        this.hasAccounts = hasAccounts;
    }

    /**
     * The request of an adoption.
     *
     * @param request the pipeline that adopts, and the share that its next run claims
     * @param state the adopted state
     * @param clock the clock of this machine
     * @param skewMillis the largest time by which a clock may have been ahead, in milliseconds
     */
    private record Asked(StartRequest request, JournalState state, InstantSource clock, long skewMillis) {}

    /**
     * Prepares an adoption. Nothing is recorded yet.
     *
     * @param pipeline the pipeline that adopts
     * @param access opens the ledger
     * @param path the URI of the state; empty for a start without state
     * @param clock the clock of this machine
     * @throws IOException if the ledger or the state cannot be read
     * @throws StartRefused if the state belongs to a job without a ledger
     */
    public static Adoption open(Pipeline pipeline, LedgerAccess access, Optional<String> path, InstantSource clock)
            throws IOException, InterruptedException {
        SavedJournal saved = path.isPresent() ? saved(path.get()) : none(pipeline, access);
        Instant start = pipeline.clock().start();
        long built = (start == null ? clock.instant() : start).toEpochMilli();
        Schedule schedule = Schedule.startingAt(Math.min(built, saved.scheduleFrom()));
        String run = "adoption-" + UUID.randomUUID();
        Ledger ledger = access.open(pipeline.plan());
        Plan plan = priced(ledger, pipeline.plan(), access.pipeline());
        return new Adoption(
                ledger,
                new LedgerStart.Place(plan.domain(), access.pipeline(), run),
                new Asked(
                        access.request(plan, run, LedgerAccess.firstPeriod(plan, schedule)),
                        saved.chain(),
                        clock,
                        pipeline.plan().timing().maxSkewMillis()),
                pipeline.plan().queries().stream().anyMatch(query -> query.keyAccount() != null));
    }

    /** The plan with the prices that the ledger gives to the pipeline's next run. Closes the ledger if this fails. */
    private static Plan priced(Ledger ledger, Plan plan, String pipeline) throws IOException, InterruptedException {
        try {
            return LedgerLook.priced(ledger, plan, pipeline);
        } catch (IOException | InterruptedException | RuntimeException e) {
            ledger.close();
            throw e;
        }
    }

    private static SavedJournal saved(String path) throws IOException {
        return SavedJournal.of(path)
                .orElseThrow(() -> new StartRefused(
                        StartRefused.Code.STATE_UNUSABLE, "the state belongs to a job without a ledger"));
    }

    private static SavedJournal none(Pipeline pipeline, LedgerAccess access) {
        return new SavedJournal(JournalState.empty(pipeline.plan().domain(), access.pipeline()), Long.MAX_VALUE);
    }

    /**
     * Returns the effects and losses of the adoption.
     *
     * @throws StartRefused if the adoption would be refused, because the state fits the ledger, the pipeline's owner is
     *     alive, or no budget is left
     */
    public AdoptionPlan plan() throws IOException, InterruptedException {
        long clock = clock();
        requireGoing(new LedgerStart(ledger, place, start(clock)).look());
        LedgerView view = new LedgerReadings(ledger, place.domain()).read(asked.state.wantedDigests(place.pipeline()));
        return Start.plan(asked.request, asked.state, clock, view)
                .orElseThrow(() -> new IOException("the ledger has changed: try again"));
    }

    /**
     * Records the adoption.
     *
     * @return the periods or windows that the adoption closes
     * @throws StartRefused if the adoption is refused
     */
    public Closing record() throws IOException, InterruptedException {
        StartStep end = new LedgerStart(ledger, place, start(clock())).drive();
        requireGoing(end);
        return ((StartStep.Adopted) end).adoption().closing();
    }

    private Start start(long clock) {
        return Start.adopting(asked.request, asked.state, clock);
    }

    private long clock() throws IOException, InterruptedException {
        return new LedgerClock(ledger, asked.clock, asked.skewMillis).latest();
    }

    private static void requireGoing(StartStep step) {
        if (step instanceof StartStep.Refused refused) {
            throw LedgerStart.refused(refused.refusal());
        }
    }

    /**
     * Returns the windows or periods that an adoption closes, in words.
     *
     * @param closing the closing of a plan, or the result of {@link #record}
     */
    public String closed(Closing closing) {
        PrivacyUnit unit = asked.request.declaration().unit();
        return unit.isPeriodic()
                ? "every period of a unit that begins before " + Instant.ofEpochMilli(unit.periodEnd(closing.through()))
                : "every window that ends up to " + Instant.ofEpochMilli(closing.upTo())
                        + "; what units have lost so far counts beside what they will lose";
    }

    /**
     * Says what becomes of key accounts; empty if the pipeline has none.
     *
     * @param closing the closing of a plan, or the result of {@link #record}
     */
    public Optional<String> accounts(Closing closing) {
        return hasAccounts
                ? Optional.of("key accounts: spent in every period of theirs that begins up to "
                        + Instant.ofEpochMilli(closing.upTo())
                        + ", whatever they had left; releases are withheld until the next one begins")
                : Optional.empty();
    }

    @Override
    public void close() throws IOException {
        ledger.close();
    }
}
