package dev.weir.jobs.config;

import java.util.List;

/**
 * Fields that are not in a record but in the message that carries it: {@code $key} is the message's key, {@code $headers.NAME} the last
 * header of that name. In a recording, which has no messages, a column or field of that name stands for it.
 */
public final class MessageFields {

    /** The message's key. */
    public static final String KEY = "$key";

    private static final String HEADERS = "$headers.";

    private MessageFields() {}

    /**
     * Whether a field is one of a message.
     *
     * @param field the name of the field
     */
    public static boolean isOne(String field) {
        return field.equals(KEY) || (field.startsWith(HEADERS) && field.length() > HEADERS.length());
    }

    /**
     * The fields of messages that a pipeline reads, each once, in a fixed order.
     *
     * @param pipeline the pipeline
     */
    public static List<String> of(Pipeline pipeline) {
        return pipeline.readFields().stream().filter(MessageFields::isOne).toList();
    }

    /**
     * The name of a header.
     *
     * @param field the field, other than {@link #KEY}
     */
    public static String header(String field) {
        return field.substring(HEADERS.length());
    }
}
