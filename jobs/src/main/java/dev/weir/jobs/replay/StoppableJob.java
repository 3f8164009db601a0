package dev.weir.jobs.replay;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.util.ExceptionUtils;

/**
 * A job in this process that can be stopped before its files are deleted.
 *
 * @param client the client of the submitted job
 */
record StoppableJob(JobClient client) {

    private static final long STOP_SECONDS = 10;

    /**
     * Waits for the end of the job.
     *
     * @throws Exception if the job has failed
     */
    void await() throws Exception {
        try {
            client.getJobExecutionResult().get();
        } catch (ExecutionException e) {
            ExceptionUtils.rethrowException(ExceptionUtils.stripExecutionException(e));
        }
    }

    /**
     * Cancels the job and waits until it has ended. Waits at most 10 seconds for the cancellation to be accepted, and at most
     * 10 more for the end.
     */
    void stop() {
        try {
            client.cancel().get(STOP_SECONDS, TimeUnit.SECONDS);
            client.getJobExecutionResult().get(STOP_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            // the job has ended or cannot be stopped: its files are deleted in either case
            return;
        }
    }
}
