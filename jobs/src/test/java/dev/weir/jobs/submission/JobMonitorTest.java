package dev.weir.jobs.submission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.submission.JobMonitor.Failure;
import dev.weir.jobs.submission.JobMonitor.JobSnapshot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class JobMonitorTest {

    private final List<String> said = new ArrayList<>();
    private final List<String> warned = new ArrayList<>();
    private String place = "";

    private final JobMonitor monitor = new JobMonitor(
            "live",
            "f0",
            new JobConsole(
                    (how, id) -> said.add(how + " " + id),
                    said::add,
                    warned::add,
                    () -> place.isEmpty() ? Optional.empty() : Optional.of(place)));

    private static JobSnapshot snapshot(boolean allTasksRun, long failedAt) {
        IOException cause = new IOException("No space left on device");
        cause.setStackTrace(new StackTraceElement[0]); // an exception from code of another project
        Failure failure = new Failure(failedAt, cause);
        return new JobSnapshot(allTasksRun, false, failedAt == 0 ? Optional.empty() : Optional.of(failure));
    }

    @Test
    void a_job_runs_once_all_its_tasks_do_and_not_before() {
        monitor.see(snapshot(false, 0));
        assertThat(said).isEmpty();
        monitor.see(snapshot(true, 0));
        monitor.see(snapshot(true, 0));
        assertThat(said).containsExactly("running f0");
    }

    @Test
    void each_failure_is_one_line_with_its_cause_and_the_job_that_goes_on_another() {
        monitor.see(snapshot(true, 0));
        monitor.see(snapshot(false, 10));
        monitor.see(snapshot(false, 10));
        monitor.see(snapshot(true, 10));
        place = "no space is left in /there";
        monitor.see(snapshot(false, 20));
        assertThat(said).containsExactly("running f0", "live runs again");
        assertThat(warned).hasSize(2);
        assertThat(warned.get(0))
                .startsWith("live failed and is being restarted (restart 1): no space is left on a disk; more is in ");
        assertThat(warned.get(1)).contains("(restart 2): no space is left on a disk; no space is left in /there; ");
    }

    @Test
    void a_failure_between_two_looks_is_told_though_all_tasks_run_again() {
        monitor.see(snapshot(true, 0));
        monitor.see(snapshot(true, 10));
        assertThat(said).containsExactly("running f0", "live runs again");
        assertThat(warned).hasSize(1);
    }

    /** The last line of the command tells why a job has ended. */
    @Test
    void a_failure_that_ends_the_job_is_no_restart() {
        monitor.see(new JobSnapshot(false, true, Optional.of(new Failure(10, new IOException()))));
        assertThat(said).isEmpty();
        assertThat(warned).isEmpty();
    }
}
