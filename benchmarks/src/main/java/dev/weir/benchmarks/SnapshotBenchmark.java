package dev.weir.benchmarks;

import dev.weir.jobs.embedded.EmbeddedCluster;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.core.execution.CheckpointType;
import org.apache.flink.runtime.checkpoint.AbstractCheckpointStats;
import org.apache.flink.runtime.checkpoint.TaskStateStats.TaskStateStatsSummary;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures the checkpoints of a given number of units, in Weir's tables and in Flink's state backends with equally many bytes
 * per unit: a full checkpoint, and the next one after some units have changed. No records flow meanwhile. The time of a
 * checkpoint is the synchronous and asynchronous time of the slowest subtask, which is the one that keeps the units.
 */
@Command(
        name = "snapshots",
        description = "Checkpoints of many units, beside Flink's state backends; one JSON object a line.",
        mixinStandardHelpOptions = true)
final class SnapshotBenchmark implements Callable<Integer> {

    private static final int KEYS = 1000;
    private static final int ROUNDS = 3;

    @Option(names = "--units", description = "of which each has one record (default: ${DEFAULT-VALUE})")
    private int units = 1_000_000;

    @Option(names = "--changed", description = "records before the second checkpoint (default: ${DEFAULT-VALUE})")
    private int changed = 100_000;

    @Option(names = "--only", split = ",", description = "WEIR, HEAP, ROCKSDB, ROCKSDB_INCREMENTAL")
    private UnitState[] only = UnitState.values();

    @Override
    public Integer call() throws Exception {
        for (UnitState state : only) {
            try (EmbeddedCluster settings = EmbeddedCluster.of(1, Duration.ofHours(1));
                    MiniCluster cluster = new MiniCluster(new MiniClusterConfiguration.Builder()
                            .setConfiguration(configuration(settings))
                            .setNumTaskManagers(1)
                            .setNumSlotsPerTaskManager(1)
                            .build())) {
                cluster.start();
                measure(state, settings, cluster);
            }
        }
        return 0;
    }

    private static Configuration configuration(EmbeddedCluster settings) {
        Configuration configuration = new Configuration();
        configuration.addAll((Configuration) settings.environment().getConfiguration());
        configuration.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MemorySize.ofMebiBytes(512));
        return configuration;
    }

    private void measure(UnitState state, EmbeddedCluster settings, MiniCluster cluster) throws Exception {
        StreamExecutionEnvironment env = settings.environment(Configuration.fromMap(state.settings()));
        Load load = new Load(units + 2L * changed, KEYS, units, 1);
        state.attach(Sources.eachUnitFirst(env, load), load);
        JobGraph graph = env.getStreamGraph().getJobGraph();
        cluster.submitJob(graph).get();
        JobID job = graph.getJobID();
        long began = System.nanoTime();
        Valve.pass(units);
        // records under way pass before the checkpoint barrier
        trigger(cluster, job, CheckpointType.FULL);
        double filled = (System.nanoTime() - began) / 1e9;
        AbstractCheckpointStats[] whole = new AbstractCheckpointStats[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            whole[round] = trigger(cluster, job, CheckpointType.FULL);
        }
        Valve.pass(changed);
        AbstractCheckpointStats next = trigger(cluster, job, CheckpointType.CONFIGURED);
        System.out.printf(
                Locale.ROOT,
                "{\"state\":\"%s\",\"units\":%d,\"filled in s\":%.1f,%s}%n",
                state,
                units,
                filled,
                json(whole, next));
        cluster.cancelJob(job).get();
    }

    private String json(AbstractCheckpointStats[] whole, AbstractCheckpointStats next) {
        long[] millis =
                Stream.of(whole).mapToLong(SnapshotBenchmark::millis).sorted().toArray();
        return String.format(
                Locale.ROOT,
                "\"whole ms\":%d,\"whole bytes\":%d,\"changed\":%d,\"next ms\":%d,\"next bytes\":%d",
                millis[ROUNDS / 2],
                whole[ROUNDS - 1].getCheckpointedSize(),
                changed,
                millis(next),
                next.getCheckpointedSize());
    }

    private static AbstractCheckpointStats trigger(MiniCluster cluster, JobID job, CheckpointType type)
            throws Exception {
        long checkpoint = cluster.triggerCheckpoint(job, type).get();
        return Objects.requireNonNull(cluster.getExecutionGraph(job)
                .get()
                .getCheckpointStatsSnapshot()
                .getHistory()
                .getCheckpointById(checkpoint));
    }

    /** Returns the time of the slowest subtask, in milliseconds. */
    private static long millis(AbstractCheckpointStats checkpoint) {
        return checkpoint.getAllTaskStateStats().stream()
                .map(task -> Objects.requireNonNull(task.getSummaryStats()))
                .mapToLong(SnapshotBenchmark::millis)
                .max()
                .orElse(0);
    }

    private static long millis(TaskStateStatsSummary task) {
        return task.getSyncCheckpointDurationStats().getMaximum()
                + task.getAsyncCheckpointDurationStats().getMaximum();
    }
}
