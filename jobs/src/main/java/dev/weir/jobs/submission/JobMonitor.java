package dev.weir.jobs.submission;

import dev.weir.jobs.failure.Causes;
import dev.weir.jobs.failure.RestartCause;
import dev.weir.operators.state.restore.StartRefused;
import java.util.Optional;

/**
 * Reports on a job whose cluster is in this process. It reports when all tasks of the job run, at first and after each restart.
 * It reports each failed attempt after which Flink restarts the job, in one line with the cause in words and the place of the
 * log.
 *
 * <p>For use by one thread.
 */
final class JobMonitor {

    private final String name;
    private final String id;
    private final JobConsole told;
    private boolean isRunning;
    private boolean hasRun;
    private long lastFailure = Long.MIN_VALUE;
    private int restarts;

    /**
     * Creates the monitor of a job that has been submitted.
     *
     * @param name the name of the job
     * @param id the id of the job
     * @param told receives the reports
     */
    JobMonitor(String name, String id, JobConsole told) {
        this.name = name;
        this.id = id;
        this.told = told;
    }

    /**
     * The state of a job at one time.
     *
     * @param allTasksRun whether every task has been opened and runs, including the task that reads the ledger
     * @param isEnding whether the job ends or has ended, so that Flink restarts nothing
     * @param failure the newest failure of an attempt; empty if none has failed
     */
    record JobSnapshot(boolean allTasksRun, boolean isEnding, Optional<Failure> failure) {}

    /**
     * A failure of an attempt.
     *
     * @param time when the attempt failed, epoch milliseconds
     * @param cause the exception that ended the attempt
     */
    record Failure(long time, Throwable cause) {}

    /** Receives the present state of the job, and reports what has changed. */
    void see(JobSnapshot snapshot) {
        snapshot.failure().filter(failure -> failure.time() > lastFailure).ifPresent(failure -> {
            lastFailure = failure.time();
            isRunning = false;
            if (!snapshot.isEnding() && StartRefused.in(failure.cause()).isEmpty()) {
                restarts++;
                told.warn().accept(restartOf(failure));
            }
        });
        if (snapshot.allTasksRun() && !snapshot.isEnding() && !isRunning) {
            isRunning = true;
            tellRunning();
        }
    }

    private String restartOf(Failure failure) {
        String words = RestartCause.words(failure.cause());
        String place = told.place().get().map(problem -> "; " + problem).orElse("");
        return name + " failed and is being restarted (restart " + restarts + "): " + words + place + "; more is in "
                + Causes.log();
    }

    private void tellRunning() {
        if (hasRun) {
            told.say().accept(name + " runs again");
        } else {
            hasRun = true;
            told.started().accept("running", id);
        }
    }
}
