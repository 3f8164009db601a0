package dev.weir.jobs;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.execution.ExecutionState;
import org.apache.flink.runtime.executiongraph.AccessExecutionVertex;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Runs one job with a single task manager that can be killed, together with the memory of its tasks. */
final class KillableCluster implements AutoCloseable {

    private static final int MINUTES = 5;
    private final MiniCluster cluster;
    private final JobID job;
    private int lost;

    private KillableCluster(MiniCluster cluster, JobID job) {
        this.cluster = cluster;
        this.job = job;
    }

    /** Starts the job that has been added to {@code env}. */
    static KillableCluster start(StreamExecutionEnvironment env) throws Exception {
        return start(env, SavepointRestoreSettings.none());
    }

    /** Starts the job that has been added to {@code env} from a savepoint. */
    static KillableCluster start(StreamExecutionEnvironment env, SavepointRestoreSettings from) throws Exception {
        Configuration settings = new Configuration((Configuration) env.getConfiguration());
        settings.set(RestOptions.BIND_PORT, "0"); // any that is free: the default may be another cluster's
        MiniCluster cluster = new MiniCluster(new MiniClusterConfiguration.Builder()
                .setConfiguration(settings)
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(env.getParallelism())
                .build());
        cluster.start();
        JobGraph job = env.getStreamGraph().getJobGraph();
        job.setSavepointRestoreSettings(from);
        return new KillableCluster(cluster, cluster.submitJob(job).get().getJobID());
    }

    /** Fails if the job has ended, with the job's own failure. */
    void requireRunning() throws Exception {
        if (cluster.getJobStatus(job).get(MINUTES, TimeUnit.MINUTES).isGloballyTerminalState()) {
            await();
            throw new IllegalStateException("the job has come to its end before it was stopped");
        }
    }

    /** Waits until all tasks run: before that, a job that has started again cannot be stopped with a savepoint. */
    void awaitRunning() throws Exception {
        while (!isRunning()) {
            requireRunning();
        }
    }

    private boolean isRunning() throws Exception {
        for (AccessExecutionVertex task :
                cluster.getExecutionGraph(job).get(MINUTES, TimeUnit.MINUTES).getAllExecutionVertices()) {
            if (task.getExecutionState() != ExecutionState.RUNNING) {
                return false;
            }
        }
        return true;
    }

    /** Stops the job with a savepoint and returns the settings to start from it. */
    SavepointRestoreSettings stop(Path folder) throws Exception {
        return stop(folder, () -> {});
    }

    /**
     * Stops the job with a savepoint and returns the settings to start from it.
     *
     * @param asked what is done once the job has been asked to stop
     */
    SavepointRestoreSettings stop(Path folder, Runnable asked) throws Exception {
        CompletableFuture<String> savepoint =
                cluster.stopWithSavepoint(job, folder.toUri().toString(), false, SavepointFormatType.CANONICAL);
        asked.run();
        return SavepointRestoreSettings.forPath(savepoint.get(MINUTES, TimeUnit.MINUTES));
    }

    /** Kills the task manager; another one takes its place. */
    void loseTaskManager() throws Exception {
        cluster.terminateTaskManager(lost++).get(MINUTES, TimeUnit.MINUTES);
        cluster.startTaskManager();
    }

    /** Returns what the REST interface tells of the job. */
    List<String> told() throws Exception {
        return new ClusterRest(cluster.getRestAddress().get(MINUTES, TimeUnit.MINUTES)).told(job.toString());
    }

    /** Waits for the end of the job. */
    void await() throws Exception {
        cluster.requestJobResult(job)
                .get(MINUTES, TimeUnit.MINUTES)
                .toJobExecutionResult(KillableCluster.class.getClassLoader());
    }

    @Override
    public void close() {
        try {
            cluster.close();
        } catch (Exception e) {
            throw new IllegalStateException("the cluster could not be closed", e);
        }
    }
}
