package dev.weir.operators.admit;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Reads and writes big-endian words of eight bytes at any index of an array, so that records are packed without an object for each. */
final class WordBytes {

    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private WordBytes() {}

    static long read(byte[] bytes, int at) {
        return (long) WORD.get(bytes, at);
    }

    static void write(byte[] bytes, int at, long word) {
        WORD.set(bytes, at, word);
    }

    /**
     * Returns the eight bytes of an id from {@code from} on, with zeros after the id's end. An id of at most 16 bytes is determined by its
     * words from 0 and from 8 and by its length.
     */
    static long padded(byte[] id, int from) {
        if (from + Long.BYTES <= id.length) {
            return read(id, from);
        }
        long word = 0;
        for (int i = from; i < from + Long.BYTES; i++) {
            word = word << Byte.SIZE | (i < id.length ? id[i] & 0xffL : 0);
        }
        return word;
    }
}
