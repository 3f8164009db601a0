package dev.weir.jobs.format.registry.access;

import java.io.Serializable;

/**
 * The registry of a source.
 *
 * @param url the address below which the registry has {@code /subjects}
 * @param subject the subject that the schemas of all messages must be registered under
 * @param idBytes how many bytes the number of a schema has in the header of messages, 4 or 8
 * @param access how the registry is accessed
 * @param isAsked whether messages come from a topic, so that the registry is asked; recordings hold no numbers of schemas
 * @param type the type of the schemas, {@link #AVRO} or {@link #PROTOBUF}
 */
public record RegistrySettings(
        String url, String subject, int idBytes, RegistryAccess access, boolean isAsked, String type)
        implements Serializable {

    /** The type of schemas of Avro, which registries leave out. */
    public static final String AVRO = "AVRO";

    /** The type of schemas of Protocol Buffers. */
    public static final String PROTOBUF = "PROTOBUF";

    /** How many bytes of a message are before its record. */
    public int headerSize() {
        return 1 + idBytes;
    }
}
