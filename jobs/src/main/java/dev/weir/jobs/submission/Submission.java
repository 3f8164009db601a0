package dev.weir.jobs.submission;

import dev.weir.jobs.failure.Causes;
import dev.weir.jobs.failure.CommandFailure;
import dev.weir.jobs.failure.RestartCause;
import dev.weir.operators.state.restore.StartRefused;
import java.net.ConnectException;
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

/**
 * Submits a job that has been built. It waits for the end of the job if the job ends with this process, or if the
 * client is to wait.
 */
public final class Submission {

    private static final int STOP_SECONDS = 10;
    private static final String STAYS = "; its checkpoints stay, and the next run goes on from the newest";

    private final String name;
    private final JobConsole told;
    private final AtomicBoolean submitted = new AtomicBoolean();
    private final AtomicBoolean stopping = new AtomicBoolean();
    private volatile @Nullable JobClient own;
    private volatile boolean isHandedOver;

    /**
     * Creates a submission.
     *
     * @param name the name of the job
     * @param told receives the messages about the job
     */
    public Submission(String name, JobConsole told) {
        this.name = name;
        this.told = told;
    }

    /**
     * Builds a job and submits it. If the user stops the process, a message says whether the job stops or continues.
     *
     * @param built builds the job; its exceptions are passed on
     * @throws CommandFailure if the job failed
     * @throws Exception around a {@link StartRefused} if the job was refused
     */
    public void run(Callable<StreamExecutionEnvironment> built) throws Exception {
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
            // unlike executeAsync, execute cancels the job at the client's end if the client is configured to do so
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

    /**
     * Reacts to a signal that ends this process. A job in this process is cancelled; its checkpoints stay, and the next
     * run goes on from them. A job on a cluster continues.
     */
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

    /** Cancels a job, and returns whether it has ended within {@link #STOP_SECONDS}. */
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

    /**
     * Removes the shutdown hook after the end of the job, because the job's cluster no longer exists and could not
     * cancel it.
     */
    private static void forget(Thread stop) {
        try {
            Runtime.getRuntime().removeShutdownHook(stop);
        } catch (IllegalStateException e) {
            // the process is ending already, and the hook runs
        }
    }

    /**
     * Handles the exception with which the job ended. A requested end is not a failure. For any other end this method throws an
     * exception.
     */
    private void end(Exception e) throws Exception {
        if (stopping.get()) {
            return;
        }
        if (StartRefused.in(e).isPresent()) {
            throw e;
        }
        if (holds(e, JobCancellationException.class)) {
            told.say().accept(name + " was cancelled" + STAYS);
            return;
        }
        throw submitted.get() ? failureOfJob(e) : failureToSubmit(e);
    }

    private CommandFailure failureOfJob(Exception e) {
        return new CommandFailure(
                CommandFailure.FAILED,
                holds(e, JobExecutionException.class)
                        ? "the job failed: " + RestartCause.words(e) + "; more is in " + Causes.log()
                        : name + " may still run, but its cluster does not answer: see flink list");
    }

    private static Exception failureToSubmit(Exception e) {
        // a ConnectException alone is not enough: a job manager that cannot reach the store of checkpoints reports one
        // too
        return holds(e, ConnectException.class) && holds(e, JobSubmissionException.class)
                ? new CommandFailure(CommandFailure.FAILED, "cannot reach the cluster: start it, or name where it is")
                : e;
    }

    private static boolean holds(Exception e, Class<? extends Exception> type) {
        return ExceptionUtils.findThrowable(e, type).isPresent();
    }

    /** Records that the job has been submitted, and reports it. */
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
