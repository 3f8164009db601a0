package dev.weir.jobs.format.registry;

import dev.weir.jobs.failure.CommandFailure;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Looks at a registry before a job starts. */
public final class RegistryCheck {

    private RegistryCheck() {}

    /**
     * Requires that the registry answers and has the subject.
     *
     * @param settings the registry
     * @param misfit says of a schema why messages of it cannot be read
     * @return a warning if the newest schema of the subject does not fit
     * @throws CommandFailure if the registry does not answer, or does not have the subject
     */
    public static List<String> look(RegistrySettings settings, Function<String, Optional<String>> misfit)
            throws InterruptedException {
        RegistryAnswer answer = new RegistryClient(settings).subject();
        if (answer instanceof RegistryAnswer.None silent) {
            throw new CommandFailure(
                    CommandFailure.FAILED,
                    "source.registry: the schema registry " + silent.why()
                            + "; nothing was started, start again when it answers");
        }
        if (answer instanceof RegistryAnswer.Denied) {
            throw new CommandFailure(
                    CommandFailure.WRONG,
                    "source.registry.subject: must be a subject of the registry, was " + settings.subject());
        }
        return answer instanceof RegistryAnswer.Known newest
                ? misfit.apply(newest.schema()).stream()
                        .map(why -> "source.registry.subject: its newest schema " + why
                                + ": messages of it are dead letters SCHEMA")
                        .toList()
                : List.of();
    }
}
