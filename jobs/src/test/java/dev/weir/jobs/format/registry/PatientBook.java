package dev.weir.jobs.format.registry;

import java.time.Duration;

/** Makes books that wait for as long as a busy machine needs: by their clock no time passes. */
public final class PatientBook {

    private PatientBook() {}

    /**
     * Returns what state has of a schema.
     *
     * @param settings the registry
     * @param id the number of the schema
     * @param text the schema
     * @param readFrom from which time of writing on messages are read by it
     */
    public static byte[] state(RegistrySettings settings, long id, String text, long readFrom) {
        return new LearntSchema(text, readFrom).bytes(settings, id);
    }

    /**
     * Returns a book in which nothing is known yet.
     *
     * @param settings the registry
     */
    public static SchemaBook of(RegistrySettings settings) {
        long now = System.currentTimeMillis();
        return new SchemaBook(
                settings,
                known -> new SubjectWatch(new RegistryClient(settings, Duration.ofMinutes(1)), () -> now, known));
    }
}
