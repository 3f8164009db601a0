package dev.weir.jobs.format.registry.access;

import java.io.Serializable;
import java.util.Map;
import java.util.TreeMap;

/**
 * The registry of a sink.
 *
 * @param url the address below which the registry has {@code /subjects}
 * @param access how the registry is accessed
 * @param isByRecord whether each record has a subject of its own; otherwise a topic has one
 * @param ids the numbers of the schemas by the names of their tables; empty before they are registered
 */
public record RowRegistry(String url, RegistryAccess access, boolean isByRecord, Map<String, Integer> ids)
        implements Serializable {

    private static final String OTHER_CHARACTERS = "[^A-Za-z0-9_]";

    public RowRegistry {
        ids = new TreeMap<>(ids);
    }

    /**
     * Returns the name that Avro takes for a name: other characters become low lines, and one comes before a digit. Several names may become one.
     *
     * @param name the name, which is not empty
     */
    public static String avroName(String name) {
        String legal = name.replaceAll(OTHER_CHARACTERS, "_");
        return Character.isDigit(legal.charAt(0)) ? "_" + legal : legal;
    }

    /**
     * The subject of rows, as serializers of Confluent's name it by default, or by the strategy {@code TopicRecordNameStrategy}.
     *
     * @param topic the topic of the rows
     * @param record the full name of the record
     */
    public RegistrySettings subject(String topic, String record) {
        String subject = topic + "-" + (isByRecord ? record : "value");
        return new RegistrySettings(url, subject, Integer.BYTES, access, true, RegistrySettings.AVRO);
    }

    /**
     * Returns this registry with the numbers that it has given. How it is accessed is left out: a job that runs asks it nothing.
     *
     * @param given the numbers by the names of tables
     */
    public RowRegistry with(Map<String, Integer> given) {
        return new RowRegistry(url, RegistryAccess.OPEN, isByRecord, given);
    }
}
