package dev.weir.jobs.format;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Where the fields that a pipeline reads lie in the bytes of one record, by their numbers ({@link FieldNumbers}). One instance
 * serves all records, one after the other.
 */
public final class Fields {

    private static final byte MISSING = 0;
    private static final byte TEXT = 1;
    private static final byte OTHER = 2;

    private final byte[] kinds;
    private final byte[][] bytes;
    private final int[] from;
    private final int[] to;

    /**
     * Room for the fields of a record.
     *
     * @param count how many fields are looked for
     */
    public Fields(int count) {
        kinds = new byte[count];
        bytes = new byte[count][];
        from = new int[count];
        to = new int[count];
    }

    /** Forgets the record before. */
    public void clear() {
        Arrays.fill(kinds, MISSING);
    }

    /**
     * The field is the text of these bytes; empty text counts as missing.
     *
     * @param field the number of the field
     * @param source holds the bytes, in UTF-8
     * @param start the index of the first byte
     * @param end the index behind the last byte
     */
    public void text(int field, byte[] source, int start, int end) {
        kinds[field] = start < end ? TEXT : MISSING;
        bytes[field] = source;
        from[field] = start;
        to[field] = end;
    }

    /**
     * The field is there and is no scalar: an object, an array or a truth value.
     *
     * @param field the number of the field
     */
    public void other(int field) {
        kinds[field] = OTHER;
    }

    /**
     * Whether the field is text.
     *
     * @param field the number of the field
     */
    public boolean isText(int field) {
        return kinds[field] == TEXT;
    }

    /**
     * Whether the field is there and is no scalar.
     *
     * @param field the number of the field
     */
    public boolean isOther(int field) {
        return kinds[field] == OTHER;
    }

    /**
     * The bytes that hold a field's text.
     *
     * @param field the number of the field
     */
    public byte[] bytes(int field) {
        return bytes[field];
    }

    /**
     * The index of the first byte of a field's text.
     *
     * @param field the number of the field
     */
    public int from(int field) {
        return from[field];
    }

    /**
     * The index behind the last byte of a field's text.
     *
     * @param field the number of the field
     */
    public int to(int field) {
        return to[field];
    }

    /**
     * A field's text. The field must be text: see {@link #isText}.
     *
     * @param field the number of the field
     */
    public String text(int field) {
        return new String(bytes[field], from[field], to[field] - from[field], StandardCharsets.UTF_8);
    }

    /**
     * The size of a text in bytes; 0 for anything else.
     *
     * @param field the number of the field
     */
    public int size(int field) {
        return kinds[field] == TEXT ? to[field] - from[field] : 0;
    }
}
