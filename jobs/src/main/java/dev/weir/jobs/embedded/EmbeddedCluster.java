package dev.weir.jobs.embedded;

import dev.weir.operators.topology.RequiredSettings;
import java.io.IOException;
import java.time.Duration;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.RpcOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * Creates environments that run a job in this process, with the settings that the guarantee requires: exactly-once
 * checkpoints, streaming mode, checkpoints after tasks have finished, ports on the loopback address alone, and a
 * checkpoint folder. The folder is deleted on close.
 */
public final class EmbeddedCluster implements AutoCloseable {

    private static final int RESTARTS = 5;

    private final TemporaryFolder checkpoints;
    private final Configuration settings;

    private EmbeddedCluster(TemporaryFolder checkpoints, Configuration settings) {
        this.checkpoints = checkpoints;
        this.settings = settings;
    }

    /**
     * Creates the settings and the checkpoint folder of a cluster.
     *
     * @param parallelism how many subtasks an operator has, at least 1
     * @param checkpointEvery the checkpoint interval, above 0
     */
    public static EmbeddedCluster of(int parallelism, Duration checkpointEvery) throws IOException {
        TemporaryFolder checkpoints = TemporaryFolder.of("weir-checkpoints");
        Configuration settings =
                RequiredSettings.settings(checkpoints.path().toUri().toString(), checkpointEvery);
        settings.set(CheckpointingOptions.MIN_PAUSE_BETWEEN_CHECKPOINTS, checkpointEvery);
        // a failed checkpoint only delays rows, which wait for the next checkpoint
        settings.set(CheckpointingOptions.TOLERABLE_FAILURE_NUMBER, 20);
        settings.set(CoreOptions.DEFAULT_PARALLELISM, parallelism);
        restarts(settings);
        network(settings);
        return new EmbeddedCluster(checkpoints, settings);
    }

    private static void network(Configuration settings) {
        settings.set(RpcOptions.ASK_TIMEOUT_DURATION, Duration.ofMinutes(2)); // long, because the machine may be busy
        settings.set(RestOptions.BIND_PORT, "0");
        settings.set(RestOptions.ADDRESS, "127.0.0.1");
    }

    private static void restarts(Configuration settings) {
        settings.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
        settings.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, RESTARTS);
        settings.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(200));
    }

    /** Creates an environment. Each job runs in a cluster of its own. */
    public StreamExecutionEnvironment environment() {
        return environment(new Configuration());
    }

    /**
     * Creates an environment with further settings.
     *
     * @param further settings that override the settings of this class
     */
    public StreamExecutionEnvironment environment(Configuration further) {
        Configuration all = new Configuration(settings);
        all.addAll(further);
        return StreamExecutionEnvironment.createLocalEnvironment(all);
    }

    /** Deletes the checkpoints. */
    @Override
    public void close() {
        checkpoints.close();
    }
}
