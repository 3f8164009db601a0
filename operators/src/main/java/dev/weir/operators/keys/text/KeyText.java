package dev.weir.operators.keys.text;

import org.jspecify.annotations.Nullable;

/**
 * Decides which bytes are the text of a key that nobody declared. Whoever sends records chooses these texts, and those of announced keys are
 * shown to people. So a text has a limited length, is well-formed UTF-8, and has no control characters (U+0000 to U+001F, U+007F to U+009F)
 * and no characters that change the direction of the text around them (U+202A to U+202E, U+2066 to U+2069).
 *
 * <p>Texts are compared byte by byte and never normalised. The verdict depends on the bytes alone.
 */
public final class KeyText {

    /** The largest limit of the length of a key, in bytes. */
    public static final int MOST_BYTES = 256;

    private static final int NO_CHARACTER = -1;
    private static final int LARGEST_CHARACTER = 0x10FFFF;
    private static final int FIRST_OF_TWO_BYTES = 0x80;
    private static final int FIRST_OF_THREE_BYTES = 0x800;
    private static final int FIRST_OF_FOUR_BYTES = 0x10000;

    /** Why bytes are not the text of a key. */
    public enum Fault {
        /** There are no bytes. */
        EMPTY,
        /** There are more bytes than the limit. */
        TOO_LONG,
        /** The bytes are not well-formed UTF-8, or contain a character of control or direction. */
        MALFORMED
    }

    private KeyText() {}

    /**
     * The reason why bytes are not the text of a key; null if they are one.
     *
     * @param bytes the array with the bytes
     * @param from the index of the first byte
     * @param to the index after the last byte
     * @param most the most bytes of a key, at most {@link #MOST_BYTES}
     */
    public static @Nullable Fault fault(byte[] bytes, int from, int to, int most) {
        if (from == to) {
            return Fault.EMPTY;
        }
        if (to - from > most) {
            return Fault.TOO_LONG;
        }
        for (int at = from; at < to; ) {
            int character = character(bytes, at, to);
            if (character == NO_CHARACTER || isControl(character)) {
                return Fault.MALFORMED;
            }
            at += length(character);
        }
        return null;
    }

    /** Reads a character in its only well-formed encoding; {@link #NO_CHARACTER} if there is none. */
    private static int character(byte[] bytes, int at, int to) {
        int first = bytes[at] & 0xFF;
        if (first < FIRST_OF_TWO_BYTES) {
            return first;
        }
        int length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
        if (first < 0xC0 || first >= 0xF8 || at + length > to) {
            return NO_CHARACTER;
        }
        int character = first & (0x7F >> length);
        for (int i = at + 1; i < at + length; i++) {
            if ((bytes[i] & 0xC0) != 0x80) {
                return NO_CHARACTER;
            }
            character = (character << 6) | (bytes[i] & 0x3F);
        }
        boolean isShortest = length(character) == length;
        boolean exists = character <= LARGEST_CHARACTER && (character < 0xD800 || character > 0xDFFF);
        return isShortest && exists ? character : NO_CHARACTER;
    }

    /** The number of bytes of a character. */
    private static int length(int character) {
        if (character < FIRST_OF_TWO_BYTES) {
            return 1;
        }
        if (character < FIRST_OF_THREE_BYTES) {
            return 2;
        }
        return character < FIRST_OF_FOUR_BYTES ? 3 : 4;
    }

    private static boolean isControl(int character) {
        return character < 0x20
                || (character >= 0x7F && character <= 0x9F)
                || (character >= 0x202A && character <= 0x202E)
                || (character >= 0x2066 && character <= 0x2069);
    }
}
