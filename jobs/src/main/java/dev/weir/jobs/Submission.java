package dev.weir.jobs;

import dev.weir.operators.restore.StartRefused;
import java.net.ConnectException;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.configuration.ReadableConfig;
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
    private final Told told;
    private final AtomicBoolean submitted = new AtomicBoolean();
    private final AtomicBoolean stopping = new AtomicBoolean();

    /**
     * A submission.
     *
     * @param name the job's
     * @param told who is told what becomes of it
     */
    Submission(String name, Told told) {
        this.name = name;
        this.told = told;
    }

    /**
     * Who is told what becomes of a job.
     *
     * @param started takes how the job is and its id: {@code submitted} once a cluster that is not in this process has taken it, or
     *     {@code running} once all tasks of a job in this process run
     * @param say tells the user a line
     * @param warn tells the user a line about what is wrong
     * @param place says what is wrong with the place of checkpoints, as far as this process can see; empty if nothing is
     */
    record Told(
            BiConsumer<String, String> started,
            Consumer<String> say,
            Consumer<String> warn,
            Supplier<Optional<String>> place) {}

    /** What this process has to do with a job after its submission. */
    enum Mode {
        /** The cluster is inside this process: both end together. */
        OWN_CLUSTER,
        /** This process is a client that waits for a job on a cluster, and whose end is not the job's. */
        ATTACHED,
        /** This process, or the cluster's thread that runs the main method, is done once the job is submitted. */
        DETACHED;

        /** The mode that an effective configuration asks for. */
        static Mode of(ReadableConfig configuration) {
            String target = configuration.get(DeploymentOptions.TARGET);
            if ("local".equalsIgnoreCase(target)) {
                return OWN_CLUSTER;
            }
            // embedded: an application cluster runs the main method, and waits for the job itself
            boolean waits = configuration.get(DeploymentOptions.ATTACHED) && !"embedded".equals(target);
            return waits ? ATTACHED : DETACHED;
        }
    }

    /**
     * Does what comes before the submission; a user who stops the process meanwhile is told that no job was started.
     *
     * @throws Exception what it has failed with
     */
    <T> T before(Callable<T> work) throws Exception {
        Thread stop = new Thread(() -> told.say().accept(name + " was stopped before its job was submitted"));
        Runtime.getRuntime().addShutdownHook(stop);
        try {
            return work.call();
        } finally {
            forget(stop);
        }
    }

    /**
     * Submits a job.
     *
     * @throws CommandFailure if it failed or was refused
     */
    void run(StreamExecutionEnvironment job) throws Exception {
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
        switch (Mode.of(job.getConfiguration())) {
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
            String id = client.getJobID().toHexString();
            Runnable running = () -> told.started().accept("running", id);
            cluster.show(
                    client.getJobID(),
                    new JobWatch(name, new JobWatch.Told(running, told.say(), told.warn(), told.place())));
            await(client);
        }
    }

    /** Waits until the job ends. A signal cancels the job; its checkpoints stay, and the next run goes on from them. */
    private void await(JobClient job) throws InterruptedException, ExecutionException {
        Thread stop = new Thread(() -> {
            stopping.set(true);
            boolean hasEnded = job.cancel()
                    .thenCompose(cancelled -> job.getJobExecutionResult())
                    .handle((ended, e) -> true)
                    .completeOnTimeout(false, STOP_SECONDS, TimeUnit.SECONDS)
                    .join();
            told.say().accept(stopped(hasEnded));
        });
        Runtime.getRuntime().addShutdownHook(stop);
        try {
            job.getJobExecutionResult().get();
        } finally {
            forget(stop);
        }
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
                        ? "the job failed" + Causes.clause(e) + "; more is in " + Causes.log()
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
