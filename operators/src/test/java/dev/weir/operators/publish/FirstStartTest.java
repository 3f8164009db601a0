package dev.weir.operators.publish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.operators.ledger.DirectoryLedger;
import dev.weir.operators.ledger.LedgerAccess;
import dev.weir.operators.publish.Attempt.Checkpoint;
import dev.weir.operators.publish.Attempt.Job;
import dev.weir.operators.publish.commit.PublicTimes;
import dev.weir.operators.testing.Everything;
import dev.weir.operators.time.Schedule;
import java.nio.file.Path;
import org.apache.flink.api.common.JobID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests first starts. A ledger in another folder is another budget, and only people can know that there is one. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class FirstStartTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private final World world = new World(Path.of("unused"));

    @Test
    void the_first_start_of_a_domain_in_a_place_says_that_it_is_the_first_and_where_its_ledger_is() throws Exception {
        try (Everything said = Everything.thatIsSaid()) {
            begin("one", null);
            assertThat(said.text())
                    .containsOnlyOnce("THIS IS THE FIRST START OF DOMAIN " + World.PLAN.domain()
                            + ": nothing counts as spent yet")
                    .contains("its ledger is in folder " + place("one"));
        }
        try (Everything said = Everything.thatIsSaid()) {
            begin("other", null);
            assertThat(said.text()).contains("THIS IS THE FIRST START", "its ledger is in folder " + place("other"));
        }
    }

    @Test
    void a_later_start_does_not_say_so() throws Exception {
        Checkpoint from = begin("one", null);
        try (Everything said = Everything.thatIsSaid()) {
            begin("one", from);
            assertThat(said.text()).doesNotContain("FIRST START");
        }
    }

    /** Starts a separately submitted job and lets it end. */
    private Checkpoint begin(String place, @Nullable Checkpoint from) throws Exception {
        LedgerAccess access = LedgerAccess.ofOnly(DirectoryLedger.at(place(place)), World.PIPELINE);
        PublicTimes times = new PublicTimes(Schedule.startingAt(0), World.DELAY_MILLIS);
        Job job = new Job(new PublishOperator(World.PLAN, times, access, world.sink()), new JobID());
        Attempt attempt = Attempt.of(world, job, from);
        Checkpoint checkpoint = attempt.snapshot(1);
        attempt.end();
        return checkpoint;
    }

    private String place(String name) {
        return folder.toUri() + name;
    }
}
