package dev.weir.jobs.options;

import dev.weir.jobs.failure.CommandFailure;
import dev.weir.operators.topology.RequiredSettings;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.DeploymentOptions;
import picocli.CommandLine.Option;

/**
 * Settings of Flink for the cluster inside this process. Unsafe settings are refused before anything starts: the
 * settings that {@link RequiredSettings} forbids, and the settings that would carry exact counters or state to places
 * where others may read them.
 */
public final class FlinkOptions {

    /** Settings that must be given elsewhere, because other parts of Weir read them too, with the place for each. */
    private static final Map<String, String> ELSEWHERE = Map.of(
            "execution.checkpointing.dir", "checkpoint.dir in the pipeline file",
            "state.checkpoints.dir", "checkpoint.dir in the pipeline file",
            "execution.checkpointing.interval", "checkpoint.every in the pipeline file",
            "parallelism.default", "--parallelism");

    private static final String COUNTERS =
            "must not be set: it would carry exact counters out of the process; --out has them for those who may see them";

    private static final String COPIES =
            "must not be set: it would keep exact totals and ids of units outside the folder for checkpoints";

    /** Prefixes of settings that must not be given, each with the reason. */
    private static final Map<String, String> CLOSED = Map.ofEntries(
            Map.entry("metrics.reporter", COUNTERS),
            Map.entry("traces.reporter", COUNTERS),
            Map.entry("events.reporter", COUNTERS),
            Map.entry("jmx.server.port", COUNTERS),
            Map.entry("jobmanager.archive.fs.dir", COUNTERS),
            Map.entry("execution.checkpointing.local-backup", COPIES),
            Map.entry("execution.state-recovery.from-local", COPIES),
            Map.entry("state.backend.local-recovery", COPIES),
            Map.entry("state.local-recovery", COPIES),
            Map.entry("high-availability", COPIES),
            Map.entry(
                    "pipeline.max-parallelism",
                    "is " + RequiredSettings.MAX_PARALLELISM
                            + " for good: state that was divided otherwise could not be opened again"));

    @Option(
            names = "-D",
            paramLabel = "key=value",
            mapFallbackValue = Option.NULL_VALUE,
            description = "A setting of Flink, such as taskmanager.memory.network.max=256m. Repeatable.")
    private Map<String, Optional<String>> settings = new HashMap<>();

    /**
     * Returns the settings by their names.
     *
     * @throws CommandFailure if a setting has no value, is misspelt, belongs elsewhere, or would break the guarantee
     */
    public Map<String, String> settings() {
        Map<String, String> given = new HashMap<>();
        settings.forEach((key, value) -> given.put(key, checked(key, value)));
        requireSound(given);
        return given;
    }

    private static String checked(String key, Optional<String> value) {
        String elsewhere = ELSEWHERE.get(key);
        if (elsewhere != null) {
            throw wrong(key + ": is " + elsewhere);
        }
        CLOSED.forEach((prefix, why) -> {
            if (key.startsWith(prefix)) {
                throw wrong(key + ": " + why);
            }
        });
        String meant = FlinkKeys.meant(key);
        if (!meant.isEmpty()) {
            throw wrong(key + ": Flink has no such setting; did you mean " + meant + "?");
        }
        return value.orElseThrow(() -> wrong(key + ": must be key=value, has no value"));
    }

    /**
     * Refuses settings that {@link RequiredSettings} forbids. Directory and interval of checkpoints are given valid
     * values here, so that only the user's settings can be at fault.
     */
    private static void requireSound(Map<String, String> given) {
        Configuration all = RequiredSettings.settings("file:///", Duration.ofSeconds(1));
        all.addAll(Configuration.fromMap(given));
        all.set(DeploymentOptions.TARGET, "local");
        List<String> faults = RequiredSettings.faults(all);
        if (!faults.isEmpty()) {
            throw wrong(faults.get(0));
        }
    }

    private static CommandFailure wrong(String what) {
        return new CommandFailure(CommandFailure.WRONG, "-D " + what);
    }
}
