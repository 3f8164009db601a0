package dev.weir.operators.topology;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.core.execution.CheckpointingMode;

/** Checks the settings that the guarantee depends on, in the configuration that a job will run with. */
public final class RequiredSettings {

    /** The number of key groups that state is divided into. It must never change, whatever the parallelism. */
    public static final int MAX_PARALLELISM = 128;

    private RequiredSettings() {}

    /**
     * Settings for an environment that pass the check: streaming, exactly-once checkpoints, no generic types, and only
     * ports on the loopback address if the job runs in this process.
     *
     * @param checkpoints the URI of the folder for checkpoints, which are as sensitive as the records
     * @param every the time between two checkpoints, above 0; rows become visible once in this time
     */
    public static Configuration settings(String checkpoints, Duration every) {
        Configuration settings = new Configuration();
        settings.set(ExecutionOptions.RUNTIME_MODE, RuntimeExecutionMode.STREAMING);
        settings.set(PipelineOptions.GENERIC_TYPES, false);
        settings.set(PipelineOptions.OBJECT_REUSE, true);
        settings.set(PipelineOptions.MAX_PARALLELISM, MAX_PARALLELISM);
        setCheckpoints(settings, checkpoints, every);
        LoopbackPorts.set(settings);
        return settings;
    }

    private static void setCheckpoints(Configuration settings, String checkpoints, Duration every) {
        settings.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, every);
        settings.set(CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE, CheckpointingMode.EXACTLY_ONCE);
        settings.set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem");
        settings.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, checkpoints);
    }

    /**
     * Refuses a configuration that would break the guarantee.
     *
     * @param configuration the configuration of the job
     * @throws IllegalArgumentException if there are faults. The message has one line for each fault, and a last line
     * that names the method with settings that pass
     */
    public static void require(ReadableConfig configuration) {
        List<String> faults = faults(configuration);
        if (!faults.isEmpty()) {
            throw new IllegalArgumentException(String.join("\n", faults) + "\nsee RequiredSettings.settings");
        }
    }

    /**
     * The faults of a configuration. Each is a sentence that begins with the option's name.
     *
     * @param configuration the configuration of the job
     */
    public static List<String> faults(ReadableConfig configuration) {
        List<String> faults = new ArrayList<>();
        require(
                configuration.get(ExecutionOptions.RUNTIME_MODE) == RuntimeExecutionMode.STREAMING,
                "execution.runtime-mode must be STREAMING",
                faults);
        requireCheckpoints(configuration, faults);
        require(!configuration.get(PipelineOptions.GENERIC_TYPES), "pipeline.generic-types must be false", faults);
        require(
                isSet(configuration, PipelineOptions.MAX_PARALLELISM),
                "pipeline.max-parallelism must be set, and stay as it is",
                faults);
        LoopbackPorts.check(configuration, faults);
        return faults;
    }

    private static void requireCheckpoints(ReadableConfig configuration, List<String> faults) {
        require(
                isSet(configuration, CheckpointingOptions.CHECKPOINTING_INTERVAL),
                "execution.checkpointing.interval must be set: nothing is published without checkpoints",
                faults);
        require(
                configuration.get(CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE)
                        == CheckpointingMode.EXACTLY_ONCE,
                "execution.checkpointing.mode must be EXACTLY_ONCE",
                faults);
        require(
                configuration.get(CheckpointingOptions.ENABLE_CHECKPOINTS_AFTER_TASKS_FINISH),
                "execution.checkpointing.checkpoints-after-tasks-finish must be true",
                faults);
        require(
                !configuration.get(CheckpointingOptions.ENABLE_UNALIGNED),
                "execution.checkpointing.unaligned.enabled must be false: in-flight records would be kept in checkpoints",
                faults);
        requireDurableCheckpoints(configuration, faults);
    }

    private static void requireDurableCheckpoints(ReadableConfig configuration, List<String> faults) {
        require(
                isSet(configuration, CheckpointingOptions.CHECKPOINTS_DIRECTORY),
                "execution.checkpointing.dir must be set",
                faults);
        require(
                !"jobmanager".equalsIgnoreCase(configuration.get(CheckpointingOptions.CHECKPOINT_STORAGE)),
                "execution.checkpointing.storage must be filesystem",
                faults);
    }

    private static boolean isSet(ReadableConfig configuration, ConfigOption<?> option) {
        return configuration.getOptional(option).isPresent();
    }

    private static void require(boolean holds, String rule, List<String> faults) {
        if (!holds) {
            faults.add(rule);
        }
    }
}
