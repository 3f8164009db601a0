package dev.weir.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import dev.weir.jobs.embedded.EmbeddedCluster;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.runtime.checkpoint.CheckpointStatsSnapshot;
import org.apache.flink.runtime.checkpoint.TaskStateStats;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.jobmaster.JobResult;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Runs jobs one after another on one cluster in this process, and measures their time and memory. */
final class Cluster implements AutoCloseable {

    private static final int LOOK_MILLIS = 1000;

    /** The number of looks at a job that catches up between two measurements of its heap. There are ten looks a second. */
    private static final int LOOKS = 30;

    private final EmbeddedCluster settings;
    private final MiniCluster cluster;

    private Cluster(EmbeddedCluster settings, MiniCluster cluster) {
        this.settings = settings;
        this.cluster = cluster;
    }

    /**
     * @param parallelism the number of task slots
     * @param checkpointEvery the checkpoint interval
     */
    static Cluster start(int parallelism, Duration checkpointEvery) throws Exception {
        EmbeddedCluster settings = EmbeddedCluster.of(parallelism, checkpointEvery);
        MiniCluster cluster = new MiniCluster(new MiniClusterConfiguration.Builder()
                .setConfiguration(configuration(settings))
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(parallelism)
                .build());
        cluster.start();
        return new Cluster(settings, cluster);
    }

    private static Configuration configuration(EmbeddedCluster settings) {
        Configuration configuration = new Configuration();
        configuration.addAll((Configuration) settings.environment().getConfiguration());
        configuration.set(TaskManagerOptions.NETWORK_MEMORY_MIN, MemorySize.ofMebiBytes(128));
        return configuration;
    }

    /**
     * The measurements of a job.
     *
     * @param seconds from start to end, without the start of the cluster
     * @param cpuSeconds processor seconds of all threads of the process, including the cluster, the broker and the garbage
     *     collector
     * @param heapBytes the maximum heap in use after a garbage collection; 0 if it was not measured
     * @param snapshotMillis the duration of the longest checkpoint, from trigger to completion
     * @param snapshotBytes the size of the largest checkpoint
     * @param pauseMillis the longest synchronous part of a checkpoint in any subtask, in the second half of the run
     * @param gapMillis the longest time between two events of the second half of a generated stream
     */
    record Run(
            double seconds,
            double cpuSeconds,
            long heapBytes,
            long snapshotMillis,
            long snapshotBytes,
            long pauseMillis,
            long gapMillis) {}

    /**
     * Runs a job to its end.
     *
     * @param job adds the job to an environment
     * @param looks whether to collect garbage every second and measure the heap, which slows the job
     */
    Run run(Consumer<StreamExecutionEnvironment> job, boolean looks) throws Exception {
        StreamExecutionEnvironment env = settings.environment();
        job.accept(env);
        JobGraph graph = env.getStreamGraph().getJobGraph();
        long cpu = cpuNanos();
        cluster.submitJob(graph).get();
        CompletableFuture<JobResult> end = cluster.requestJobResult(graph.getJobID());
        long heap = looks ? mostHeap(end) : 0;
        JobResult result = end.get();
        double cpuSeconds = (cpuNanos() - cpu) / 1e9;
        result.toJobExecutionResult(Cluster.class.getClassLoader());
        CheckpointStatsSnapshot stats =
                cluster.getExecutionGraph(graph.getJobID()).get().getCheckpointStatsSnapshot();
        return new Run(
                result.getNetRuntime() / 1e3,
                cpuSeconds,
                heap,
                stats.getSummaryStats().getEndToEndDurationStats().getMaximum(),
                stats.getSummaryStats().getStateSizeStats().getMaximum(),
                longestPause(stats, System.currentTimeMillis() - result.getNetRuntime() / 2),
                Gaps.takeLongestMillis());
    }

    /**
     * The measurements of a job that catches up.
     *
     * @param seconds from the job's start until all rows were published
     * @param heapBytes the maximum heap in use after a garbage collection, which is requested every few seconds
     * @param cancelMillis from the request to cancel the job to its end
     */
    record CaughtUp(double seconds, long heapBytes, long cancelMillis) {}

    /**
     * Runs a job without an end until it has published a number of rows, and then cancels it.
     *
     * @param job adds the job to an environment
     * @param published returns the number of rows published so far
     * @param rows the number of rows to wait for
     */
    CaughtUp catchUp(Consumer<StreamExecutionEnvironment> job, LongSupplier published, long rows) throws Exception {
        StreamExecutionEnvironment env = settings.environment();
        job.accept(env);
        JobGraph graph = env.getStreamGraph().getJobGraph();
        cluster.submitJob(graph).get();
        CompletableFuture<JobResult> end = cluster.requestJobResult(graph.getJobID());
        long start = System.nanoTime();
        long heap = 0;
        for (int look = 1; published.getAsLong() < rows && !end.isDone(); look++) {
            Thread.sleep(LOOK_MILLIS / 10);
            heap = look % LOOKS == 0 ? Math.max(heap, usedHeap()) : heap;
        }
        long caughtUp = System.nanoTime();
        if (end.isDone()) {
            end.get().toJobExecutionResult(Cluster.class.getClassLoader());
        }
        cluster.cancelJob(graph.getJobID()).get();
        end.get();
        return new CaughtUp((caughtUp - start) / 1e9, heap, (System.nanoTime() - caughtUp) / 1_000_000);
    }

    private static long usedHeap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private static long cpuNanos() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }

    private static long longestPause(CheckpointStatsSnapshot stats, long fromMillis) {
        return stats.getHistory().getCheckpoints().stream()
                .filter(checkpoint -> checkpoint.getTriggerTimestamp() >= fromMillis)
                .flatMap(checkpoint -> checkpoint.getAllTaskStateStats().stream())
                .map(TaskStateStats::getSummaryStats)
                .filter(Objects::nonNull)
                .mapToLong(task -> task.getSyncCheckpointDurationStats().getMaximum())
                .max()
                .orElse(0);
    }

    private static long mostHeap(CompletableFuture<JobResult> end) throws Exception {
        long most = 0;
        while (true) {
            try {
                end.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                return most;
            } catch (TimeoutException e) {
                most = Math.max(most, usedHeap());
            }
        }
    }

    @Override
    public void close() throws Exception {
        cluster.close();
        settings.close();
    }
}
