package dev.weir.jobs;

import dev.weir.operators.restore.StartRefused;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Tells what becomes of a job whose cluster is in this process: that it runs, once all its tasks do; and one line for each attempt that
 * has failed, with its cause in words and where more is told.
 *
 * <p>Used by one thread.
 */
final class JobWatch {

    private final String name;
    private final Told told;
    private boolean isRunning;
    private boolean hasRun;
    private long lastFailure = Long.MIN_VALUE;
    private int restarts;

    /**
     * Watches a job that has been submitted.
     *
     * @param name the job's
     * @param told who is told
     */
    JobWatch(String name, Told told) {
        this.name = name;
        this.told = told;
    }

    /**
     * Who is told what.
     *
     * @param running is called once, when all tasks run for the first time
     * @param say takes lines about what goes well
     * @param warn takes lines about what does not
     * @param place says what is wrong with the place of checkpoints, as far as this process can see; empty if nothing is
     */
    record Told(Runnable running, Consumer<String> say, Consumer<String> warn, Supplier<Optional<String>> place) {}

    /**
     * What is seen of a job at one time.
     *
     * @param allTasksRun whether every task has been opened, that which looks into the ledger included, and goes on
     * @param isEnding whether the job ends, or has ended, so that nothing is started again
     * @param failure the newest failure of an attempt
     */
    record Sight(boolean allTasksRun, boolean isEnding, Optional<Failure> failure) {}

    /**
     * A failure of an attempt.
     *
     * @param time when it happened, epoch milliseconds
     * @param cause why
     */
    record Failure(long time, Throwable cause) {}

    /** Takes what is seen now. */
    void see(Sight sight) {
        sight.failure().filter(failure -> failure.time() > lastFailure).ifPresent(failure -> {
            lastFailure = failure.time();
            isRunning = false;
            if (!sight.isEnding() && StartRefused.in(failure.cause()).isEmpty()) {
                restarts++;
                told.warn().accept(restartOf(failure));
            }
        });
        if (sight.allTasksRun() && !sight.isEnding() && !isRunning) {
            isRunning = true;
            tellRunning();
        }
    }

    private String restartOf(Failure failure) {
        String words = RestartCause.words(failure.cause());
        String place = told.place().get().map(problem -> "; " + problem).orElse("");
        return name + " has failed and is started again (restart " + restarts + "): " + words + place + "; more is in "
                + Causes.log();
    }

    private void tellRunning() {
        if (hasRun) {
            told.say().accept(name + " runs again");
        } else {
            hasRun = true;
            told.running().run();
        }
    }
}
