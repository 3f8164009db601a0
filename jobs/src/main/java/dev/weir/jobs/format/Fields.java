package dev.weir.jobs.format;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The fields of one record that a pipeline reads, by their numbers ({@link FieldNumbers}). The text of a field is a range of an
 * array of bytes, which is the record or a copy of the field. One instance serves all records, one after the other.
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
     * Creates room for the fields of a record, all of which are missing at first.
     *
     * @param count the number of fields
     */
    public Fields(int count) {
        kinds = new byte[count];
        bytes = new byte[count][];
        from = new int[count];
        to = new int[count];
    }

    /** Forgets the fields of the last record: all fields are missing again. */
    public void clear() {
        Arrays.fill(kinds, MISSING);
    }

    /**
     * Sets a field to a text. A field with an empty text counts as missing.
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
     * Marks a field as present but not scalar: its value is an object, an array or a truth value.
     *
     * @param field the number of the field
     */
    public void other(int field) {
        kinds[field] = OTHER;
    }

    /**
     * Whether the field has a text, which is not empty. The text of a number is its digits as the record has them.
     *
     * @param field the number of the field
     */
    public boolean isText(int field) {
        return kinds[field] == TEXT;
    }

    /**
     * Whether the field is present but not scalar.
     *
     * @param field the number of the field
     */
    public boolean isOther(int field) {
        return kinds[field] == OTHER;
    }

    /**
     * The array that holds a field's text. The field must have one: see {@link #isText}.
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
     * A field's text. The field must have one: see {@link #isText}.
     *
     * @param field the number of the field
     */
    public String text(int field) {
        return new String(bytes[field], from[field], to[field] - from[field], StandardCharsets.UTF_8);
    }

    /**
     * The size of a field's text in bytes; 0 if the field has no text.
     *
     * @param field the number of the field
     */
    public int size(int field) {
        return kinds[field] == TEXT ? to[field] - from[field] : 0;
    }
}
