package dev.weir.operators.keys.text;

import dev.weir.accountant.noise.Randomness;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * SipHash-2-4, a hash of texts under a secret key. Users choose the texts of keys; without the secret key they cannot find texts that
 * collide, so they cannot make a table slow. The key is drawn when the process makes its tables, and is never part of state. The hash only
 * finds a text in memory: it decides neither what is released nor in which order.
 *
 * <p>Source: Aumasson and Bernstein (2012), <i>SipHash: a fast short-input PRF</i>.
 */
public final class TextHash {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final long key0;
    private final long key1;

    /**
     * Creates a hash with a new key.
     *
     * @param randomness draws the key; except in tests, it must be the system's generator
     */
    public TextHash(Randomness randomness) {
        key0 = randomness.nextLong();
        key1 = randomness.nextLong();
    }

    /**
     * The hash of a text.
     *
     * @param bytes the array with the text
     * @param from the index of its first byte
     * @param to the index after its last byte
     */
    long of(byte[] bytes, int from, int to) {
        Rounds rounds = new Rounds(key0, key1);
        int at = from;
        for (; at + Long.BYTES <= to; at += Long.BYTES) {
            rounds.take((long) LONGS.get(bytes, at));
        }
        long last = (long) (to - from) << 56;
        for (int shift = 0; at < to; at++, shift += Byte.SIZE) {
            last |= (bytes[at] & 0xFFL) << shift;
        }
        rounds.take(last);
        return rounds.finish();
    }

    /** The four words of state of the hash. */
    private static final class Rounds {

        private long v0;
        private long v1;
        private long v2;
        private long v3;

        Rounds(long key0, long key1) {
            v0 = key0 ^ 0x736f6d6570736575L;
            v1 = key1 ^ 0x646f72616e646f6dL;
            v2 = key0 ^ 0x6c7967656e657261L;
            v3 = key1 ^ 0x7465646279746573L;
        }

        void take(long word) {
            v3 ^= word;
            round();
            round();
            v0 ^= word;
        }

        long finish() {
            v2 ^= 0xff;
            for (int i = 0; i < 4; i++) {
                round();
            }
            return v0 ^ v1 ^ v2 ^ v3;
        }

        private void round() {
            v0 += v1;
            v2 += v3;
            v1 = Long.rotateLeft(v1, 13) ^ v0;
            v3 = Long.rotateLeft(v3, 16) ^ v2;
            v0 = Long.rotateLeft(v0, 32);
            v2 += v1;
            v0 += v3;
            v1 = Long.rotateLeft(v1, 17) ^ v2;
            v3 = Long.rotateLeft(v3, 21) ^ v0;
            v2 = Long.rotateLeft(v2, 32);
        }
    }
}
