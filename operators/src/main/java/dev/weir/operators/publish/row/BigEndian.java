package dev.weir.operators.publish.row;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Reads and writes big-endian numbers in the bytes of rows. */
public final class BigEndian {

    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private BigEndian() {}

    /**
     * Reads the integer that four bytes of an array encode.
     *
     * @param bytes the array
     * @param at the index of the first of the four bytes
     */
    public static int readInt(byte[] bytes, int at) {
        return (int) INTS.get(bytes, at);
    }

    static long readLong(byte[] bytes, int at) {
        return (long) LONGS.get(bytes, at);
    }

    static void writeInt(int value, byte[] bytes, int at) {
        INTS.set(bytes, at, value);
    }
}
