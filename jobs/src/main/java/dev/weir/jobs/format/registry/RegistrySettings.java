package dev.weir.jobs.format.registry;

import java.io.Serializable;
import java.time.Duration;

/**
 * The registry of a source.
 *
 * @param url the address below which the registry has {@code /subjects}
 * @param subject the subject that the schemas of all messages must be registered under
 * @param idBytes how many bytes the number of a schema has in the header of messages, 4 or 8
 * @param access how the registry is accessed
 * @param isAsked whether messages come from a topic, so that the registry is asked; recordings hold no numbers of schemas
 */
public record RegistrySettings(String url, String subject, int idBytes, RegistryAccess access, boolean isAsked)
        implements Serializable {

    /** How many bytes of a message are before its record. */
    public int headerSize() {
        return 1 + idBytes;
    }

    /** The longest time for which messages wait while the registry does not answer. */
    public Duration patience() {
        return isAsked ? SubjectView.PATIENCE : Duration.ZERO;
    }
}
