package dev.weir.jobs.format;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Checks that bytes are well-formed UTF-8 by RFC 3629, section 4, which excludes overlong forms and surrogates. */
public final class Utf8 {

    private static final int SHORTEST_TWO = 0x80;
    private static final int SHORTEST_THREE = 0x800;
    private static final int SHORTEST_FOUR = 0x10000;
    private static final int LARGEST = 0x10FFFF;

    /** Reads eight bytes at once, in whichever order, because most texts are ASCII. */
    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private static final long NOT_ASCII = 0x8080808080808080L;

    private Utf8() {}

    /**
     * Whether an array of bytes is well-formed UTF-8.
     *
     * @param bytes the bytes of a text
     */
    public static boolean isValid(byte[] bytes) {
        return isValid(bytes, 0, bytes.length);
    }

    /**
     * Whether a part of an array of bytes is well-formed UTF-8.
     *
     * @param bytes holds the bytes of a text
     * @param from the index of the text's first byte
     * @param to the index after the text's last byte
     */
    public static boolean isValid(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to) {
            if (to - at >= Long.BYTES && ((long) WORDS.get(bytes, at) & NOT_ASCII) == 0) {
                at += Long.BYTES;
                continue;
            }
            int size = bytes[at] >= 0 ? 1 : multibyte(bytes, at, to);
            if (size == 0) {
                return false;
            }
            at += size;
        }
        return true;
    }

    /** Returns the length of the sequence at {@code at}; 0 if the sequence is malformed. */
    private static int multibyte(byte[] bytes, int at, int to) {
        int lead = bytes[at] & 0xFF;
        int size = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 0;
        if (size == 0 || lead >= 0xF8 || at + size > to) {
            return 0;
        }
        int point = lead & (0x7F >> size);
        for (int i = 1; i < size; i++) {
            if ((bytes[at + i] & 0xC0) != 0x80) {
                return 0;
            }
            point = (point << 6) | (bytes[at + i] & 0x3F);
        }
        return isShortest(point, size) && !isSurrogate(point) && point <= LARGEST ? size : 0;
    }

    private static boolean isShortest(int point, int size) {
        return point >= (size == 2 ? SHORTEST_TWO : size == 3 ? SHORTEST_THREE : SHORTEST_FOUR);
    }

    private static boolean isSurrogate(int point) {
        return point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
    }
}
