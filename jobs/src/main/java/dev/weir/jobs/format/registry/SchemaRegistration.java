package dev.weir.jobs.format.registry;

import dev.weir.jobs.failure.CommandFailure;
import dev.weir.jobs.format.registry.access.RegistrySettings;
import java.util.OptionalLong;

/**
 * Registers the schemas of rows before a job starts. A schema that the subject has already keeps its number, and nothing is written to the registry:
 * schemas may be registered by others, and the job needs then no right to do so.
 */
public final class SchemaRegistration {

    private static final int INCOMPATIBLE = 409;
    private static final int REFUSED = 422;

    private SchemaRegistration() {}

    /**
     * Registers a schema under a subject, unless it has it.
     *
     * @param settings the registry and the subject
     * @param schema the schema, of Avro
     * @return the number of the schema
     * @throws CommandFailure if the registry does not answer, or does not take the schema. It quotes no answer
     */
    public static int register(RegistrySettings settings, String schema) throws InterruptedException {
        RegistryClient client = RegistryClient.ofStart(settings);
        try {
            OptionalLong known = client.lookUp(schema);
            return Math.toIntExact(known.isPresent() ? known.getAsLong() : registered(client, settings, schema));
        } catch (RegistrySilent e) {
            throw e.atStart("sink.registry");
        }
    }

    private static long registered(RegistryClient client, RegistrySettings settings, String schema)
            throws RegistrySilent, InterruptedException {
        RegistryReply reply = client.register(schema);
        if (reply.status() == INCOMPATIBLE) {
            throw wrong(
                    "breaks its rule " + client.rule().orElse("of compatibility")
                            + " (409): name another topic, or a value that has changed its type by another name",
                    settings);
        }
        if (reply.status() == REFUSED) {
            throw wrong("is not taken by the registry (422): is the subject read-only?", settings);
        }
        return reply.id().orElseThrow(() -> new RegistrySilent(reply.why()));
    }

    private static CommandFailure wrong(String why, RegistrySettings settings) {
        return new CommandFailure(
                CommandFailure.WRONG,
                "sink.registry: the schema of the rows for subject " + settings.subject() + " " + why
                        + "; nothing was started");
    }
}
