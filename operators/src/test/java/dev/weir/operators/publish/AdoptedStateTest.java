package dev.weir.operators.publish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.journal.Start;
import dev.weir.accountant.journal.StartStep;
import dev.weir.operators.ledger.Ledger;
import dev.weir.operators.ledger.LedgerStart;
import dev.weir.operators.publish.Attempt.Checkpoint;
import dev.weir.operators.publish.Attempt.Job;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Tests a job with an adopted state; the unit is a user in one day. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class AdoptedStateTest extends LedgerJobs {

    private static final long HOUR = 3_600_000;
    private static final int DAY = 24;

    @Test
    void nothing_is_released_about_the_closed_day_and_everything_about_the_next() throws Exception {
        Checkpoint old = publishBeyondAnOldCheckpoint();
        assertRefused("LEDGER_AHEAD", () -> begin(old));
        assertThat(adopt(old)).isInstanceOf(StartStep.Adopted.class);
        Set<String> published = new TreeSet<>(world.values());
        Attempt attempt = begin(old);
        long checkpoint = 10;
        while (attempt.hour() < DAY) {
            step(attempt, checkpoint++);
        }
        assertThat(world.values()).isEqualTo(published);
        Checkpoint newest = step(attempt, checkpoint);
        assertThat(world.values())
                .hasSize(published.size() + 2)
                .containsAll(published)
                .anyMatch(value -> value.startsWith("test/q/1/a/" + (DAY + 1) * HOUR + "="));
        assertThat(world.audit().view().broken()).isEmpty();
        attempt.abandon();
        assertRefused("LEDGER_AHEAD", () -> begin(old));
        step(begin(newest), checkpoint + 1);
        assertThat(world.values()).hasSize(published.size() + 4);
    }

    /** The operators of such a job would release what the adoption has closed, and continue series that it has ended. */
    @Test
    void a_job_that_was_built_before_the_adoption_is_refused() throws Exception {
        Checkpoint old = publishBeyondAnOldCheckpoint();
        Job built = Job.in(world);
        adopt(old);
        assertRefused("LEDGER_AHEAD: an adoption has been recorded", () -> begin(built, old));
        step(begin(old), 10);
    }

    /** Until something is published, the adopted state may be restored any number of times. */
    @Test
    void an_adopted_state_that_has_published_nothing_can_be_restored_again() throws Exception {
        Checkpoint old = publishBeyondAnOldCheckpoint();
        adopt(old);
        Set<String> published = new TreeSet<>(world.values());
        begin(old).abandon();
        begin(old).abandon();
        assertThat(world.values()).isEqualTo(published);
        assertThat(world.audit().view().broken()).isEmpty();
    }

    @Test
    void a_state_that_fits_is_not_adopted() throws Exception {
        Attempt attempt = begin(null);
        Checkpoint newest = step(attempt, 1);
        attempt.abandon();
        int before = world.records().size();
        assertThat(adopt(newest))
                .isInstanceOfSatisfying(
                        StartStep.Refused.class,
                        refused -> assertThat(refused.refusal()).asString().startsWith("LEDGER_FITS"));
        assertThat(world.records()).hasSize(before);
    }

    /** Returns a checkpoint with a pending batch, after two later batches that it does not know were written to the ledger. */
    private Checkpoint publishBeyondAnOldCheckpoint() throws Exception {
        Attempt attempt = begin(null);
        step(attempt, 1);
        attempt.release();
        Checkpoint old = attempt.snapshot(2);
        attempt.complete(2);
        step(attempt, 3);
        step(attempt, 4);
        attempt.abandon();
        assertThat(SavedJournal.read(List.copyOf(old.state().getManagedOperatorState()))
                        .chain()
                        .pending())
                .hasSize(1);
        return old;
    }

    private StartStep adopt(Checkpoint checkpoint) throws Exception {
        SavedJournal saved = SavedJournal.read(List.copyOf(checkpoint.state().getManagedOperatorState()));
        LedgerStart.Place place = new LedgerStart.Place(World.PLAN.domain(), World.PIPELINE, "adoption");
        Start start = Start.adopting(
                world.access().request(World.PLAN, place.run(), 0), saved.chain(), checkpoint.hour() * HOUR);
        try (Ledger ledger = world.place().open(place.domain(), place.pipeline())) {
            return new LedgerStart(ledger, place, start).drive();
        }
    }
}
