package dev.weir.jobs.format.registry;

/** What a registry says of a schema's number. */
public sealed interface RegistryAnswer {

    /**
     * The number is that of a schema.
     *
     * @param schema the schema
     */
    record Known(String schema) implements RegistryAnswer {}

    /**
     * The number is not that of a schema of the subject, and what it is will not change.
     *
     * @param why what the registry said of it, in a few words
     */
    record Denied(String why) implements RegistryAnswer {}

    /**
     * The registry could not be asked.
     *
     * @param why what went wrong, in a few words
     */
    record None(String why) implements RegistryAnswer {}
}
