package dev.weir.operators.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.core.execution.CheckpointingMode;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SafeguardsTest {

    private final Configuration sound = sound("file:///tmp/checkpoints");

    static Configuration sound(String directory) {
        Configuration configuration = new Configuration();
        configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(200));
        configuration.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, directory);
        configuration.set(PipelineOptions.GENERIC_TYPES, false);
        configuration.set(PipelineOptions.MAX_PARALLELISM, 8);
        return configuration;
    }

    @Test
    void a_sound_configuration_has_no_fault() {
        assertThat(Safeguards.faults(sound)).isEmpty();
    }

    @Test
    void every_setting_that_would_break_the_promise_is_a_fault_of_its_own() {
        fault(ExecutionOptions.RUNTIME_MODE, RuntimeExecutionMode.BATCH, "execution.runtime-mode");
        fault(ExecutionOptions.RUNTIME_MODE, RuntimeExecutionMode.AUTOMATIC, "execution.runtime-mode");
        fault(
                CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE,
                CheckpointingMode.AT_LEAST_ONCE,
                "execution.checkpointing.mode");
        fault(
                CheckpointingOptions.ENABLE_CHECKPOINTS_AFTER_TASKS_FINISH,
                false,
                "execution.checkpointing.checkpoints-after-tasks-finish");
        fault(CheckpointingOptions.ENABLE_UNALIGNED, true, "execution.checkpointing.unaligned");
        fault(PipelineOptions.GENERIC_TYPES, true, "pipeline.generic-types");
        fault(CheckpointingOptions.CHECKPOINT_STORAGE, "jobmanager", "execution.checkpointing.storage");
    }

    @Test
    void what_must_be_set_is_missed() {
        missed(CheckpointingOptions.CHECKPOINTING_INTERVAL, "execution.checkpointing.interval");
        missed(CheckpointingOptions.CHECKPOINTS_DIRECTORY, "execution.checkpointing.dir");
        missed(PipelineOptions.MAX_PARALLELISM, "pipeline.max-parallelism");
        assertThat(Safeguards.faults(new Configuration())).hasSize(4);
    }

    private <T> void fault(ConfigOption<T> option, T value, String named) {
        Configuration changed = new Configuration(sound);
        changed.set(option, value);
        assertThat(Safeguards.faults(changed)).singleElement().asString().startsWith(named);
    }

    private void missed(ConfigOption<?> option, String named) {
        Configuration changed = new Configuration(sound);
        changed.removeConfig(option);
        assertThat(Safeguards.faults(changed)).singleElement().asString().startsWith(named);
    }
}
