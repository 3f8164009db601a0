package dev.weir.jobs.record;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Positions of the fields that a pipeline reads, in the bytes of one record, by field number ({@link FieldNumbers}). One
 * instance is reused for all records.
 */
final class Fields {

    private static final byte MISSING = 0;
    private static final byte TEXT = 1;
    private static final byte OTHER = 2;

    private final byte[] kinds;
    private final byte[][] bytes;
    private final int[] from;
    private final int[] to;

    Fields(int count) {
        kinds = new byte[count];
        bytes = new byte[count][];
        from = new int[count];
        to = new int[count];
    }

    void clear() {
        Arrays.fill(kinds, MISSING);
    }

    /** Notes that the text of a field is in these bytes. An empty text counts as missing. */
    void text(int field, byte[] source, int start, int end) {
        kinds[field] = start < end ? TEXT : MISSING;
        bytes[field] = source;
        from[field] = start;
        to[field] = end;
    }

    /** Notes that a field is present but not a scalar: an object, an array or a truth value. */
    void other(int field) {
        kinds[field] = OTHER;
    }

    boolean isText(int field) {
        return kinds[field] == TEXT;
    }

    boolean isOther(int field) {
        return kinds[field] == OTHER;
    }

    byte[] bytes(int field) {
        return bytes[field];
    }

    int from(int field) {
        return from[field];
    }

    int to(int field) {
        return to[field];
    }

    /** Returns the text of a field for which {@link #isText} holds. */
    String text(int field) {
        return new String(bytes[field], from[field], to[field] - from[field], StandardCharsets.UTF_8);
    }

    /** The length of a field's text in bytes; 0 if the field is not text. */
    int size(int field) {
        return kinds[field] == TEXT ? to[field] - from[field] : 0;
    }
}
