package dev.weir.jobs.format.registry;

import dev.weir.jobs.failure.CommandFailure;
import dev.weir.jobs.format.registry.access.RegistrySettings;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Asks a registry before a job starts. */
final class RegistryCheck {

    private RegistryCheck() {}

    /**
     * Requires that the registry answers and has the subject.
     *
     * @param settings the registry
     * @param misfit says of a schema why messages of it cannot be read
     * @return a warning if the newest schema of the subject does not fit
     * @throws CommandFailure if the registry does not answer, or does not have the subject
     */
    static List<String> check(RegistrySettings settings, Function<String, Optional<String>> misfit)
            throws InterruptedException {
        RegisteredSchema newest =
                newest(settings).orElseThrow(() -> wrong("must be a subject of the registry with a schema", settings));
        if (!newest.type().equals(settings.type())) {
            throw wrong("must be a subject of schemas of type " + settings.type(), settings);
        }
        return misfit.apply(newest.text()).stream()
                .map(why -> "source.registry.subject: its newest schema " + why
                        + ": messages of it are dead letters SCHEMA")
                .toList();
    }

    private static Optional<RegisteredSchema> newest(RegistrySettings settings) throws InterruptedException {
        try {
            return RegistryClient.ofStart(settings).newest();
        } catch (RegistrySilent e) {
            throw e.atStart("source.registry");
        }
    }

    private static CommandFailure wrong(String rule, RegistrySettings settings) {
        return new CommandFailure(
                CommandFailure.WRONG, "source.registry.subject: " + rule + ", was " + settings.subject());
    }
}
