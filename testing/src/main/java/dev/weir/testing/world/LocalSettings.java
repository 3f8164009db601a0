package dev.weir.testing.world;

import dev.weir.operators.topology.RequiredSettings;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.RpcOptions;

/** Settings of a job that runs in this process, with those that the guarantee requires. */
public final class LocalSettings {

    private static final Duration CHECKPOINT_EVERY = Duration.ofMillis(250);

    private LocalSettings() {}

    /**
     * Settings.
     *
     * @param checkpoints the folder for checkpoints, which stay when the job ends early
     * @param parallelism how many subtasks an operator has, at least 1
     * @param restarts how often the job may fail, at least 0
     */
    public static Configuration of(Path checkpoints, int parallelism, int restarts) {
        Configuration settings = RequiredSettings.settings(checkpoints.toUri().toString(), CHECKPOINT_EVERY);
        settings.set(CheckpointingOptions.MIN_PAUSE_BETWEEN_CHECKPOINTS, CHECKPOINT_EVERY);
        settings.set(CheckpointingOptions.TOLERABLE_FAILURE_NUMBER, 20);
        settings.set(
                CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
                ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
        settings.set(CoreOptions.DEFAULT_PARALLELISM, parallelism);
        settings.set(RestartStrategyOptions.RESTART_STRATEGY, restarts == 0 ? "none" : "fixed-delay");
        settings.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, Math.max(1, restarts));
        settings.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(50));
        settings.set(RpcOptions.ASK_TIMEOUT_DURATION, Duration.ofMinutes(2)); // the machine may be busy
        settings.set(RestOptions.BIND_PORT, "0");
        settings.set(RestOptions.ADDRESS, "127.0.0.1");
        return settings;
    }
}
