package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.JobWatch.Failure;
import dev.weir.jobs.JobWatch.Sight;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class JobWatchTest {

    private final List<String> said = new ArrayList<>();
    private String place = "";

    private final JobWatch watch = new JobWatch(
            "live",
            new JobWatch.Told(
                    () -> said.add("running"),
                    said::add,
                    said::add,
                    () -> place.isEmpty() ? Optional.empty() : Optional.of(place)));

    private static Sight sight(boolean allTasksRun, long failedAt) {
        IOException cause = new IOException("No space left on device");
        cause.setStackTrace(new StackTraceElement[0]); // somebody else's
        Failure failure = new Failure(failedAt, cause);
        return new Sight(allTasksRun, false, failedAt == 0 ? Optional.empty() : Optional.of(failure));
    }

    @Test
    void a_job_runs_once_all_its_tasks_do_and_not_before() {
        watch.see(sight(false, 0));
        assertThat(said).isEmpty();
        watch.see(sight(true, 0));
        watch.see(sight(true, 0));
        assertThat(said).containsExactly("running");
    }

    @Test
    void each_failure_is_one_line_with_its_cause_and_the_job_that_goes_on_another() {
        watch.see(sight(true, 0));
        watch.see(sight(false, 10));
        watch.see(sight(false, 10));
        watch.see(sight(true, 10));
        place = "no space is left in /there";
        watch.see(sight(false, 20));
        assertThat(said).hasSize(4).contains("live runs again");
        assertThat(said.get(1))
                .startsWith(
                        "live has failed and is started again (restart 1): no space is left on a disk; more is in ");
        assertThat(said.get(3)).contains("(restart 2): no space is left on a disk; no space is left in /there; ");
    }

    @Test
    void a_failure_between_two_looks_is_told_though_all_tasks_run_again() {
        watch.see(sight(true, 0));
        watch.see(sight(true, 10));
        assertThat(said).hasSize(3).last().isEqualTo("live runs again");
    }

    /** The last line of the command says why a job has ended for good. */
    @Test
    void a_failure_that_ends_the_job_is_no_restart() {
        watch.see(new Sight(false, true, Optional.of(new Failure(10, new IOException()))));
        assertThat(said).isEmpty();
    }
}
