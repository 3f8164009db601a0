package dev.weir.jobs.record;

import java.util.Arrays;

/** Where the fields that a pipeline reads lie in one record. One instance serves all records, one after the other. */
final class Fields {

    private static final byte MISSING = 0;
    private static final byte TEXT = 1;
    private static final byte OTHER = 2;

    private final byte[] kinds;
    private final byte[][] bytes;
    private final int[] from;
    private final int[] to;

    Fields(int slots) {
        kinds = new byte[slots];
        bytes = new byte[slots][];
        from = new int[slots];
        to = new int[slots];
    }

    void clear() {
        Arrays.fill(kinds, MISSING);
    }

    /** The field is the text of these bytes; empty text counts as missing. */
    void text(int slot, byte[] source, int start, int end) {
        kinds[slot] = start < end ? TEXT : MISSING;
        bytes[slot] = source;
        from[slot] = start;
        to[slot] = end;
    }

    /** The field is there and is no scalar: an object, an array or a truth value. */
    void other(int slot) {
        kinds[slot] = OTHER;
    }

    boolean isText(int slot) {
        return kinds[slot] == TEXT;
    }

    boolean isOther(int slot) {
        return kinds[slot] == OTHER;
    }

    byte[] bytes(int slot) {
        return bytes[slot];
    }

    int from(int slot) {
        return from[slot];
    }

    int to(int slot) {
        return to[slot];
    }

    /** The size of a text in bytes; 0 for anything else. */
    int size(int slot) {
        return kinds[slot] == TEXT ? to[slot] - from[slot] : 0;
    }
}
