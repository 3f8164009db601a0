package dev.weir.jobs.options;

import dev.weir.jobs.spelling.Nearest;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.flink.configuration.BatchExecutionOptions;
import org.apache.flink.configuration.BlobServerOptions;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.CleanupOptions;
import org.apache.flink.configuration.ClusterOptions;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.configuration.HeartbeatManagerOptions;
import org.apache.flink.configuration.HighAvailabilityOptions;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.MetricOptions;
import org.apache.flink.configuration.NettyShuffleEnvironmentOptions;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.ResourceManagerOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.RpcOptions;
import org.apache.flink.configuration.SecurityOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.StateChangelogOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.configuration.WebOptions;

/**
 * The names of Flink's own settings. Flink ignores unknown names, because plugins have settings of their own. Therefore
 * an unknown name that is similar to the name of a setting counts as misspelt, and any other unknown name as the
 * setting of a plugin.
 */
final class FlinkKeys {

    private static final List<Class<?>> OPTIONS = List.of(
            BatchExecutionOptions.class,
            BlobServerOptions.class,
            CheckpointingOptions.class,
            CleanupOptions.class,
            ClusterOptions.class,
            CoreOptions.class,
            DeploymentOptions.class,
            ExecutionOptions.class,
            HeartbeatManagerOptions.class,
            HighAvailabilityOptions.class,
            JobManagerOptions.class,
            MetricOptions.class,
            NettyShuffleEnvironmentOptions.class,
            PipelineOptions.class,
            ResourceManagerOptions.class,
            RestOptions.class,
            RestartStrategyOptions.class,
            RpcOptions.class,
            SecurityOptions.class,
            StateBackendOptions.class,
            StateChangelogOptions.class,
            StateRecoveryOptions.class,
            TaskManagerOptions.class,
            WebOptions.class);

    private static final Set<String> KNOWN = known();

    private FlinkKeys() {}

    /** The setting that was probably meant by a name; empty if the name is a known setting, or is similar to none. */
    static String meant(String key) {
        return KNOWN.contains(key) ? "" : Nearest.of(key, KNOWN);
    }

    private static Set<String> known() {
        Set<String> known = new TreeSet<>();
        OPTIONS.stream()
                .flatMap(options -> Stream.of(options.getFields()))
                .filter(field -> Modifier.isStatic(field.getModifiers()) && field.getType() == ConfigOption.class)
                .map(FlinkKeys::option)
                .forEach(option -> {
                    known.add(option.key());
                    StreamSupport.stream(option.fallbackKeys().spliterator(), false)
                            .forEach(older -> known.add(older.getKey()));
                });
        return known;
    }

    private static ConfigOption<?> option(Field field) {
        try {
            return (ConfigOption<?>) field.get(null);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("a public field cannot be read: " + field, e);
        }
    }
}
