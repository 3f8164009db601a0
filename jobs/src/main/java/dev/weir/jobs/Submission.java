package dev.weir.jobs;

import dev.weir.operators.restore.StartRefused;
import java.net.ConnectException;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.JobListener;
import org.apache.flink.runtime.client.JobCancellationException;
import org.apache.flink.runtime.client.JobExecutionException;
import org.apache.flink.runtime.client.JobSubmissionException;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.ExceptionUtils;
import org.jspecify.annotations.Nullable;

/** Submits a job that has been built, and waits for its end where the job's end is the process's or the client's. */
final class Submission {

    private static final int STOP_SECONDS = 10;
    private static final String STAYS = "; its checkpoints stay, and the next run goes on from the newest";

    private final String name;
    private final JobConsole told;
    private final AtomicBoolean submitted = new AtomicBoolean();
    private final AtomicBoolean stopping = new AtomicBoolean();
    private volatile @Nullable JobClient own;
    private volatile boolean isHandedOver;

    /**
     * A submission.
     *
     * @param name the job's
     * @param told who is told what becomes of it
     */
    Submission(String name, JobConsole told) {
        this.name = name;
        this.told = told;
    }

    /**
     * Builds a job and submits it. A user who stops the process is told in every state what that means for the job.
     *
     * @param built makes the job; what it fails with is thrown on
     * @throws CommandFailure if the job failed or was refused
     */
    void run(Callable<StreamExecutionEnvironment> built) throws Exception {
        Thread stop = new Thread(this::stop);
        Runtime.getRuntime().addShutdownHook(stop);
        try {
            submitOrEnd(built.call());
        } finally {
            forget(stop);
        }
    }

    private void submitOrEnd(StreamExecutionEnvironment job) throws Exception {
        job.registerJobListener(new Listener());
        try {
            submit(job);
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            end(e);
        }
    }

    private void submit(StreamExecutionEnvironment job) throws Exception {
        SubmissionMode mode = SubmissionMode.of(job.getConfiguration());
        isHandedOver = mode != SubmissionMode.OWN_CLUSTER;
        switch (mode) {
            case OWN_CLUSTER -> runHere(job);
            // not executeAsync: execute keeps to what the client was told about its own end
            case ATTACHED -> job.execute(name);
            case DETACHED -> job.executeAsync(name);
        }
    }

    private void runHere(StreamExecutionEnvironment job) throws Exception {
        try (OwnCluster cluster = new OwnCluster()) {
            JobClient client = cluster.submit(job, name);
            submitted.set(true);
            own = client;
            cluster.show(
                    client.getJobID(), new JobMonitor(name, client.getJobID().toHexString(), told));
            client.getJobExecutionResult().get();
        }
    }

    /** A signal cancels a job in this process; its checkpoints stay, and the next run goes on from them. A cluster's job goes on. */
    private void stop() {
        stopping.set(true);
        JobClient running = own;
        if (running != null) {
            told.say().accept(stopped(isEnded(running)));
        } else if (!isHandedOver) {
            told.say().accept(name + " was stopped before its job was submitted");
        } else if (!submitted.get()) {
            told.say().accept(name + " may have been submitted: see flink list");
        }
    }

    /** Cancels a job; whether it has then ended in time. */
    private static boolean isEnded(JobClient job) {
        return job.cancel()
                .thenCompose(cancelled -> job.getJobExecutionResult())
                .handle((ended, e) -> true)
                .completeOnTimeout(false, STOP_SECONDS, TimeUnit.SECONDS)
                .join();
    }

    private String stopped(boolean hasEnded) {
        String how = hasEnded ? " was stopped" : " has not ended within " + STOP_SECONDS + " s, and is broken off";
        return name + how + STAYS;
    }

    /** A job that has ended by itself has no cluster any more that could cancel it. */
    private static void forget(Thread stop) {
        try {
            Runtime.getRuntime().removeShutdownHook(stop);
        } catch (IllegalStateException e) {
            // the process ends, and the job with it
        }
    }

    /** An end that somebody asked for is no failure. Any other end is one, and one line says what to do. */
    private void end(Exception e) throws Exception {
        if (stopping.get()) {
            return;
        }
        Optional<StartRefused> refusal = StartRefused.in(e);
        if (refusal.isEmpty() && holds(e, JobCancellationException.class)) {
            told.say().accept(name + " was cancelled" + STAYS);
            return;
        }
        throw refusal.map(Submission::refused).orElseGet(() -> submitted.get() ? failureOfJob(e) : failureToSubmit(e));
    }

    private static Exception refused(StartRefused refusal) {
        return new CommandFailure(CommandFailure.REFUSED, String.valueOf(refusal.getMessage()));
    }

    private CommandFailure failureOfJob(Exception e) {
        return new CommandFailure(
                CommandFailure.FAILED,
                holds(e, JobExecutionException.class)
                        ? "the job failed: " + RestartCause.words(e) + "; more is in " + Causes.log()
                        : name + " may still run, but its cluster does not answer: see flink list");
    }

    private static Exception failureToSubmit(Exception e) {
        // a job manager that cannot reach the store of checkpoints reports a ConnectException, too
        return holds(e, ConnectException.class) && holds(e, JobSubmissionException.class)
                ? new CommandFailure(CommandFailure.FAILED, "cannot reach the cluster: start it, or name where it is")
                : e;
    }

    private static boolean holds(Exception e, Class<? extends Exception> type) {
        return ExceptionUtils.findThrowable(e, type).isPresent();
    }

    /** Notes that the job has been submitted. */
    private final class Listener implements JobListener {

        @Override
        public void onJobSubmitted(@Nullable JobClient client, @Nullable Throwable failure) {
            if (client != null) {
                submitted.set(true);
                told.started().accept("submitted", client.getJobID().toHexString());
            }
        }

        @Override
        public void onJobExecuted(@Nullable JobExecutionResult result, @Nullable Throwable failure) {}
    }
}
