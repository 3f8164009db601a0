package dev.weir.k8s;

import com.fasterxml.jackson.databind.JsonNode;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.flink.configuration.BlobServerOptions;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.HighAvailabilityOptions;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.MetricOptions;
import org.apache.flink.configuration.NettyShuffleEnvironmentOptions;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.PipelineOptionsInternal;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.SecurityOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.configuration.WebOptions;

/** The settings that Flink has, by name. Neither Flink nor its operator says anything about a name that it does not know. */
final class FlinkSettings {

    private static final List<Class<?>> OPTIONS = List.of(
            BlobServerOptions.class,
            CheckpointingOptions.class,
            CoreOptions.class,
            HighAvailabilityOptions.class,
            JobManagerOptions.class,
            MetricOptions.class,
            NettyShuffleEnvironmentOptions.class,
            PipelineOptions.class,
            PipelineOptionsInternal.class,
            RestOptions.class,
            RestartStrategyOptions.class,
            SecurityOptions.class,
            StateBackendOptions.class,
            TaskManagerOptions.class,
            WebOptions.class);

    /** The settings of flink-kubernetes and of the operator, whose jars are not available here: from their documentation. */
    private static final Set<String> ELSEWHERE = Set.of(
            "kubernetes.entry.path",
            "kubernetes.operator.deployment.rollback.enabled",
            "kubernetes.operator.job.restart.failed");

    /** A reporter's settings have its name within: metrics.reporter.NAME.factory.class. */
    private static final String REPORTER = "metrics.reporter.prom.";

    private static final Set<String> OF_REPORTER = Set.of("factory.class", "port", "filter.includes");

    private static final Map<String, ConfigOption<?>> KNOWN = known();

    private FlinkSettings() {}

    /** What is wrong with settings, one line a fault: unknown names, and values that Flink cannot read. */
    static List<String> faults(JsonNode settings) {
        return settings.properties().stream()
                .flatMap(entry -> fault(entry.getKey(), entry.getValue().asText()))
                .toList();
    }

    private static Stream<String> fault(String name, String value) {
        if (ELSEWHERE.contains(name) || isOfReporter(name)) {
            return Stream.empty();
        }
        ConfigOption<?> option = KNOWN.get(name);
        if (option == null) {
            return Stream.of(name + ": Flink has no such setting");
        }
        try {
            Configuration.fromMap(Map.of(name, value)).getOptional(option);
            return Stream.empty();
        } catch (IllegalArgumentException e) {
            return Stream.of(name + ": cannot be " + value);
        }
    }

    private static boolean isOfReporter(String name) {
        return name.startsWith(REPORTER) && OF_REPORTER.contains(name.substring(REPORTER.length()));
    }

    private static Map<String, ConfigOption<?>> known() {
        Map<String, ConfigOption<?>> known = new HashMap<>();
        for (Class<?> options : OPTIONS) {
            Stream.of(options.getFields())
                    .filter(f -> Modifier.isStatic(f.getModifiers()) && f.getType() == ConfigOption.class)
                    .map(FlinkSettings::value)
                    .forEach(option -> known.put(option.key(), option));
        }
        return known;
    }

    private static ConfigOption<?> value(Field field) {
        try {
            return (ConfigOption<?>) field.get(null);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}
