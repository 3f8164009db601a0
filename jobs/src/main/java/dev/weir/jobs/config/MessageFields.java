package dev.weir.jobs.config;

import java.util.List;

/**
 * Fields that are not in a record but in the Kafka message that carries it. {@code $key} is the message's key, and
 * {@code $headers.NAME} is the last header with that name. A recording has no messages; there a column or field with
 * the same name is read instead.
 */
public final class MessageFields {

    /** The field that is the message's key. */
    public static final String KEY = "$key";

    private static final String HEADERS = "$headers.";

    private MessageFields() {}

    /**
     * Whether a name is that of a message field.
     *
     * @param field the name of the field
     */
    public static boolean isOne(String field) {
        return field.equals(KEY) || (field.startsWith(HEADERS) && field.length() > HEADERS.length());
    }

    /**
     * Returns the message fields that a pipeline reads, each once, in a fixed order.
     *
     * @param pipeline the pipeline
     */
    public static List<String> of(Pipeline pipeline) {
        return pipeline.readFields().stream().filter(MessageFields::isOne).toList();
    }

    /**
     * Returns the name of the header of a field.
     *
     * @param field the field, {@code $headers.NAME}
     */
    public static String header(String field) {
        return field.substring(HEADERS.length());
    }
}
