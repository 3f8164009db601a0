package dev.weir.jobs.submission;

import dev.weir.jobs.submission.JobMonitor.Failure;
import dev.weir.jobs.submission.JobMonitor.JobSnapshot;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.StreamSupport;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.client.deployment.executors.LocalExecutor;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.execution.ExecutionState;
import org.apache.flink.runtime.executiongraph.AccessExecutionGraph;
import org.apache.flink.runtime.executiongraph.AccessExecutionVertex;
import org.apache.flink.runtime.executiongraph.ErrorInfo;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.apache.flink.util.ExceptionUtils;
import org.jspecify.annotations.Nullable;

/**
 * The cluster inside this process. Flink's own client reports only the end of a job, so this class asks the cluster for
 * the state of the job twice a second.
 */
final class OwnCluster implements AutoCloseable {

    private static final long ASK_MILLIS = 500;
    private static final long WAIT_SECONDS = 10;

    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread created = new Thread(task, "weir-monitor");
        created.setDaemon(true);
        return created;
    });
    private volatile @Nullable MiniCluster cluster;

    /**
     * Starts the cluster, and submits the job to it.
     *
     * @throws Exception the cause, if the job could not be submitted
     */
    JobClient submit(StreamExecutionEnvironment job, String name) throws Exception {
        StreamGraph graph = job.getStreamGraph();
        graph.setJobName(name);
        Configuration settings = Configuration.fromMap(job.getConfiguration().toMap());
        try {
            return LocalExecutor.createWithFactory(new Configuration(), this::start)
                    .execute(graph, settings, OwnCluster.class.getClassLoader())
                    .get();
        } catch (ExecutionException e) {
            throw ExceptionUtils.stripExecutionException(e) instanceof Exception cause ? cause : e;
        }
    }

    private MiniCluster start(MiniClusterConfiguration configuration) {
        MiniCluster started = new MiniCluster(configuration);
        cluster = started;
        return started;
    }

    /** Starts to report the state of the job to a monitor. */
    void show(JobID job, JobMonitor monitor) {
        ScheduledFuture<?> unused = thread.scheduleWithFixedDelay(
                () -> look(job).ifPresent(monitor::see), 0, ASK_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Asks for the state of the job. Empty if the cluster does not answer, for example after the end of the job. */
    private Optional<JobSnapshot> look(JobID job) {
        MiniCluster asked = cluster;
        if (asked == null || !asked.isRunning()) {
            return Optional.empty();
        }
        try {
            return Optional.of(snapshot(asked.getExecutionGraph(job).get(WAIT_SECONDS, TimeUnit.SECONDS)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException | RuntimeException e) {
            // the state is asked for again soon
        }
        return Optional.empty();
    }

    private static JobSnapshot snapshot(AccessExecutionGraph graph) {
        JobStatus status = graph.getState();
        boolean isEnding = status.isTerminalState() || status == JobStatus.FAILING || status == JobStatus.CANCELLING;
        ErrorInfo failure = graph.getFailureInfo();
        return new JobSnapshot(
                status == JobStatus.RUNNING && allRun(graph.getAllExecutionVertices()),
                isEnding,
                failure == null
                        ? Optional.empty()
                        : Optional.of(new Failure(failure.getTimestamp(), failure.getException())));
    }

    private static boolean allRun(Iterable<? extends AccessExecutionVertex> tasks) {
        return StreamSupport.stream(tasks.spliterator(), false)
                .map(AccessExecutionVertex::getExecutionState)
                .allMatch(state -> state == ExecutionState.RUNNING || state == ExecutionState.FINISHED);
    }

    /** Stops asking for the state. The cluster ends with its job. */
    @Override
    public void close() {
        thread.shutdownNow();
    }
}
