package dev.weir.jobs.replay;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.util.ExceptionUtils;

/**
 * A job in this process, which can be ended before what it writes is deleted.
 *
 * @param client the client of the job, which has been submitted
 */
record StoppableJob(JobClient client) {

    private static final long STOP_SECONDS = 10;

    /**
     * Waits for the end of the job.
     *
     * @throws Exception the failure of the job
     */
    void await() throws Exception {
        try {
            client.getJobExecutionResult().get();
        } catch (ExecutionException e) {
            ExceptionUtils.rethrowException(ExceptionUtils.stripExecutionException(e));
        }
    }

    /** Cancels the job and waits until it has ended, for a while at most. */
    void stop() {
        try {
            client.cancel().get(STOP_SECONDS, TimeUnit.SECONDS);
            client.getJobExecutionResult().get(STOP_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            // it has ended, or nothing more can be done about it: what it has written is deleted now
            return;
        }
    }
}
