package dev.weir.jobs.format;

import java.util.Arrays;

/**
 * Reads the tokens of one JSON text (RFC 8259) in place, one after the other. The text must be well-formed UTF-8. A byte order mark before
 * the text is skipped. The scalar that was read last is a range of an array: of the text itself, or of a copy if the string has escapes.
 *
 * <p>In a copy an unpaired surrogate is the three bytes that UTF-8 does not allow for it, so it equals no other text.
 */
final class JsonTokens {

    /** What {@link #next} returns behind the last byte. */
    static final int END = -1;

    private static final byte[] MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
    private static final String ESCAPES = "\"\\/bfnrt";
    private static final String ESCAPED = "\"\\/\b\f\n\r\t";
    private static final int HEX_DIGITS = 4;

    private byte[] json = MARK;
    private int at;
    private byte[] source = MARK;
    private int from;
    private int to;
    private boolean isWellFormed;

    /** Starts to read a text. */
    void start(byte[] text) {
        json = text;
        at = Arrays.equals(text, 0, Math.min(text.length, MARK.length), MARK, 0, MARK.length) ? MARK.length : 0;
    }

    /** Skips white space, and returns the byte behind it without taking it; {@link #END} at the end. */
    int next() {
        while (at < json.length) {
            byte b = json[at];
            if (b != ' ' && b != '\n' && b != '\r' && b != '\t') {
                return b & 0xFF;
            }
            at++;
        }
        return END;
    }

    /** Skips white space and takes a byte, if it comes next. */
    boolean take(char expected) {
        boolean found = next() == expected;
        at += found ? 1 : 0;
        return found;
    }

    /** Takes a word, such as {@code true}; returns whether it comes next. */
    boolean word(byte[] word) {
        int end = at + word.length;
        boolean found = end <= json.length && Arrays.equals(json, at, end, word, 0, word.length);
        at = found ? end : at;
        return found;
    }

    /** The text that is read. */
    byte[] json() {
        return json;
    }

    /** Whether the string that was read last is a copy, because it has escapes. */
    boolean isCopy() {
        return source != json;
    }

    /** The array that holds the scalar that was read last. */
    byte[] source() {
        return source;
    }

    /** Where the scalar that was read last starts. */
    int from() {
        return from;
    }

    /** Where the scalar that was read last ends. */
    int to() {
        return to;
    }

    /** Whether the string that was read last has no unpaired surrogate. */
    boolean isWellFormed() {
        return isWellFormed;
    }

    private boolean found(byte[] bytes, int start, int end) {
        source = bytes;
        from = start;
        to = end;
        return true;
    }

    /** Reads a number, and returns whether it has the form of one. Its text is as the record has it. */
    boolean number() {
        int start = at;
        at += isAt('-') ? 1 : 0;
        boolean startsWithZero = isAt('0');
        int digits = digits();
        boolean isNumber = digits == 1 || (digits > 1 && !startsWithZero);
        if (isNumber && isAt('.')) {
            at++;
            isNumber = digits() > 0;
        }
        if (isNumber && (isAt('e') || isAt('E'))) {
            at++;
            at += isAt('+') || isAt('-') ? 1 : 0;
            isNumber = digits() > 0;
        }
        isWellFormed = true;
        return isNumber && found(json, start, at);
    }

    private boolean isAt(char expected) {
        return at < json.length && json[at] == expected;
    }

    private int digits() {
        int start = at;
        while (at < json.length && json[at] >= '0' && json[at] <= '9') {
            at++;
        }
        return at - start;
    }

    /** Reads the string whose opening quote comes next, and returns whether it has the form of one. */
    boolean string() {
        byte[] bytes = json;
        int start = at + 1;
        for (int i = start; i < bytes.length; i++) {
            byte b = bytes[i];
            if (b == '"') {
                at = i + 1;
                isWellFormed = true;
                return found(bytes, start, i);
            }
            if (b == '\\') {
                return escaped(start, i);
            }
            if (b >= 0 && b < ' ') {
                return false;
            }
        }
        return false;
    }

    /** Copies a string with escapes; the first of them is at {@code first}. A copy is not longer than what it is of. */
    private boolean escaped(int start, int first) {
        int end = closingQuote(first);
        if (end < 0) {
            return false;
        }
        byte[] copy = new byte[end - start];
        int size = first - start;
        System.arraycopy(json, start, copy, 0, size);
        isWellFormed = true;
        at = first;
        while (at < end) {
            byte b = json[at++];
            if (b >= 0 && b < ' ') {
                return false;
            }
            int point = b == '\\' ? escape(end) : b;
            if (b == '\\' && point < 0) {
                return false;
            }
            size = b == '\\' ? put(point, copy, size) : plain(b, copy, size);
        }
        at = end + 1;
        return found(copy, 0, size);
    }

    private int closingQuote(int from) {
        int i = from;
        while (i < json.length && json[i] != '"') {
            i += json[i] == '\\' ? 2 : 1;
        }
        return i < json.length ? i : END;
    }

    private static int plain(byte b, byte[] copy, int size) {
        copy[size] = b;
        return size + 1;
    }

    /** Reads the escape behind a backslash, and the second half of a surrogate pair with its first; returns the code point, or {@link #END}. */
    private int escape(int end) {
        int simple = ESCAPES.indexOf(json[at++]);
        if (simple >= 0) {
            return ESCAPED.charAt(simple);
        }
        int unit = json[at - 1] == 'u' ? hex(at, end) : END;
        if (unit == END) {
            return END;
        }
        at += HEX_DIGITS;
        if (!Character.isSurrogate((char) unit)) {
            return unit;
        }
        boolean isPair =
                Character.isHighSurrogate((char) unit) && at + 1 < end && json[at] == '\\' && json[at + 1] == 'u';
        int low = isPair ? hex(at + 2, end) : END;
        if (low == END || !Character.isLowSurrogate((char) low)) {
            isWellFormed = false;
            return unit;
        }
        at += 2 + HEX_DIGITS;
        return Character.toCodePoint((char) unit, (char) low);
    }

    private int hex(int start, int end) {
        int unit = start + HEX_DIGITS <= end ? 0 : END;
        for (int i = start; unit >= 0 && i < start + HEX_DIGITS; i++) {
            int digit = json[i] < 0 ? -1 : Character.digit((char) json[i], 1 << HEX_DIGITS);
            unit = digit < 0 ? END : (unit << HEX_DIGITS) | digit;
        }
        return unit;
    }

    private static int put(int point, byte[] copy, int size) {
        if (point < 0x80) {
            return plain((byte) point, copy, size);
        }
        int bytes = point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
        copy[size] = (byte) ((0xF00 >> bytes) | (point >> (6 * (bytes - 1))));
        for (int i = 1; i < bytes; i++) {
            copy[size + i] = (byte) (0x80 | ((point >> (6 * (bytes - 1 - i))) & 0x3F));
        }
        return size + bytes;
    }
}
