package dev.weir.jobs.format.registry;

import dev.weir.jobs.format.registry.access.RegistrySettings;
import java.time.Duration;

/** Makes objects that know the schemas of a subject and wait for as long as a busy machine needs: by their clock no time passes. */
final class PatientSchemas {

    private PatientSchemas() {}

    /**
     * Returns what state has of a schema.
     *
     * @param settings the registry
     * @param id the number of the schema
     * @param text the schema
     * @param readFrom from which time of writing on messages are read by it
     */
    static byte[] state(RegistrySettings settings, long id, String text, long readFrom) {
        return new ResolvedSchema(text, readFrom).bytes(settings, id);
    }

    /**
     * Returns an object that knows no schema yet.
     *
     * @param settings the registry
     */
    static SubjectSchemas of(RegistrySettings settings) {
        long now = System.currentTimeMillis();
        return new SubjectSchemas(
                settings,
                known -> new SubjectWatch(new RegistryClient(settings, Duration.ofMinutes(1)), () -> now, known));
    }
}
