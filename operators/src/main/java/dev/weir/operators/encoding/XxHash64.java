package dev.weir.operators.encoding;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * XXH64 with seed 0 (Collet, <i>xxHash fast digest algorithm</i>, the specification that comes with xxHash): a fixed
 * function whose hashes are well spread even for similar inputs. State is assigned to subtasks by this hash, so the
 * function must never change.
 *
 * <p>The function has no secret key, so somebody who chooses the bytes can make hashes collide. Therefore hash tables
 * in memory must not use it.
 */
public final class XxHash64 {

    private static final long PRIME_1 = 0x9E3779B185EBCA87L;
    private static final long PRIME_2 = 0xC2B2AE3D27D4EB4FL;
    private static final long PRIME_3 = 0x165667B19E3779F9L;
    private static final long PRIME_4 = 0x85EBCA77C2B2AE63L;
    private static final long PRIME_5 = 0x27D4EB2F165667C5L;

    /** The sum of the first two primes, modulo 2<sup>64</sup>. */
    private static final long PRIMES_1_AND_2 = 0x60EA27EEADC0B5D6L;

    private static final int LANES = 4;
    private static final int STRIPE = LANES * Long.BYTES;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private XxHash64() {}

    /**
     * Returns the hash of some bytes.
     *
     * @param bytes the bytes, any number of them
     */
    public static long of(byte[] bytes) {
        int stripes = bytes.length / STRIPE * STRIPE;
        long hash = (stripes > 0 ? stripes(bytes, stripes) : PRIME_5) + bytes.length;
        int at = stripes;
        for (; at + Long.BYTES <= bytes.length; at += Long.BYTES) {
            hash = add(hash, (long) LONGS.get(bytes, at));
        }
        if (at + Integer.BYTES <= bytes.length) {
            hash ^= Integer.toUnsignedLong((int) INTS.get(bytes, at)) * PRIME_1;
            hash = Long.rotateLeft(hash, 23) * PRIME_2 + PRIME_3;
            at += Integer.BYTES;
        }
        for (; at < bytes.length; at++) {
            hash = Long.rotateLeft(hash ^ (bytes[at] & 0xffL) * PRIME_5, 11) * PRIME_1;
        }
        return avalanche(hash);
    }

    /**
     * Returns the hash of the 24 bytes of three words, each with its lowest byte first.
     *
     * @param first the first word
     * @param second the second word
     * @param third the third word
     */
    public static long of(long first, long second, long third) {
        return avalanche(add(add(add(PRIME_5 + 3 * Long.BYTES, first), second), third));
    }

    /**
     * Reduces a hash to 32 bits, each of which depends on two bits of the hash.
     *
     * @param hash the hash
     */
    public static int fold(long hash) {
        return Long.hashCode(hash);
    }

    private static long stripes(byte[] bytes, int end) {
        long[] lanes = {PRIMES_1_AND_2, PRIME_2, 0, -PRIME_1};
        for (int at = 0; at < end; at += STRIPE) {
            for (int lane = 0; lane < LANES; lane++) {
                lanes[lane] = round(lanes[lane], (long) LONGS.get(bytes, at + lane * Long.BYTES));
            }
        }
        long hash = Long.rotateLeft(lanes[0], 1)
                + Long.rotateLeft(lanes[1], 7)
                + Long.rotateLeft(lanes[2], 12)
                + Long.rotateLeft(lanes[3], 18);
        for (long lane : lanes) {
            hash = (hash ^ round(0, lane)) * PRIME_1 + PRIME_4;
        }
        return hash;
    }

    private static long round(long lane, long word) {
        return Long.rotateLeft(lane + word * PRIME_2, 31) * PRIME_1;
    }

    private static long add(long hash, long word) {
        return Long.rotateLeft(hash ^ round(0, word), 27) * PRIME_1 + PRIME_4;
    }

    private static long avalanche(long hash) {
        long mixed = (hash ^ hash >>> 33) * PRIME_2;
        mixed = (mixed ^ mixed >>> 29) * PRIME_3;
        return mixed ^ mixed >>> 32;
    }
}
