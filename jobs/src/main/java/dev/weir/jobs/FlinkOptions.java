package dev.weir.jobs;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Settings of Flink for the cluster inside the process. */
final class FlinkOptions {

    /** What has a place of its own, which other parts of Weir read too. */
    private static final Map<String, String> ELSEWHERE = Map.of(
            "execution.checkpointing.dir", "checkpoint.dir in the pipeline file",
            "state.checkpoints.dir", "checkpoint.dir in the pipeline file",
            "execution.checkpointing.interval", "checkpoint.every in the pipeline file",
            "parallelism.default", "--parallelism");

    @Option(
            names = "-D",
            paramLabel = "key=value",
            mapFallbackValue = Option.NULL_VALUE,
            description = "A setting of Flink, such as taskmanager.memory.network.max=256m. Repeatable.")
    private Map<String, Optional<String>> settings = new HashMap<>();

    /**
     * The settings by their names.
     *
     * @throws CommandFailure if one has no value, or belongs elsewhere
     */
    Map<String, String> settings() {
        Map<String, String> given = new HashMap<>();
        settings.forEach((key, value) -> given.put(key, checked(key, value)));
        return given;
    }

    private static String checked(String key, Optional<String> value) {
        String elsewhere = ELSEWHERE.get(key);
        if (elsewhere != null) {
            throw new CommandFailure(CommandFailure.WRONG, "-D " + key + ": is " + elsewhere);
        }
        return value.orElseThrow(
                () -> new CommandFailure(CommandFailure.WRONG, "-D " + key + ": must be key=value, has no value"));
    }
}
