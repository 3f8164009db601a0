package dev.weir.jobs;

import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Runs one job with a single task manager that can be lost, with all that its tasks know. */
final class KillableCluster implements AutoCloseable {

    private final MiniCluster cluster;
    private final JobID job;
    private int lost;

    private KillableCluster(MiniCluster cluster, JobID job) {
        this.cluster = cluster;
        this.job = job;
    }

    /** Starts the job that has been added to {@code env}. */
    static KillableCluster start(StreamExecutionEnvironment env) throws Exception {
        MiniCluster cluster = new MiniCluster(new MiniClusterConfiguration.Builder()
                .setConfiguration(new Configuration((Configuration) env.getConfiguration()))
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(env.getParallelism())
                .build());
        cluster.start();
        return new KillableCluster(
                cluster,
                cluster.submitJob(env.getStreamGraph().getJobGraph()).get().getJobID());
    }

    /** The task manager is gone; another one takes its place. */
    void loseTaskManager() throws Exception {
        cluster.terminateTaskManager(lost++).get(1, TimeUnit.MINUTES);
        cluster.startTaskManager();
    }

    /** Returns when the job has come to its end. */
    void await() throws Exception {
        cluster.requestJobResult(job)
                .get(2, TimeUnit.MINUTES)
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
