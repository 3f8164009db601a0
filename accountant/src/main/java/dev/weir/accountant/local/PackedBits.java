package dev.weir.accountant.local;

import java.util.BitSet;
import java.util.Optional;

/**
 * Numbers of equal width as bytes: the first bit is the highest of the first byte, each number begins with its highest
 * bit, and the unused bits of the last byte are 0.
 */
final class PackedBits {

    private PackedBits() {}

    /** How many bits hold each of the numbers 0 to {@code count} - 1. */
    static int width(int count) {
        return Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros(count - 1));
    }

    /** Packs numbers below 2<sup>width</sup>. */
    static byte[] pack(int[] numbers, int width) {
        byte[] bytes = new byte[bytes(numbers.length, width)];
        long at = 0;
        for (int number : numbers) {
            for (int bit = width - 1; bit >= 0; bit--, at++) {
                bytes[(int) (at >>> 3)] |= (byte) (((number >>> bit) & 1) << (7 - (at & 7)));
            }
        }
        return bytes;
    }

    /** Packs one bit for each of {@code count} numbers, 1 if the set holds it. */
    static byte[] flags(BitSet set, int count) {
        byte[] bytes = new byte[bytes(count, 1)];
        for (int i = set.nextSetBit(0); i >= 0; i = set.nextSetBit(i + 1)) {
            bytes[i >>> 3] |= (byte) (0x80 >>> (i & 7));
        }
        return bytes;
    }

    private static int bytes(int count, int width) {
        return Math.toIntExact(((long) count * width + 7) >>> 3);
    }

    /** Unpacks what {@link #pack} has packed; empty for bytes that it does not make of that many numbers. */
    static Optional<int[]> unpack(byte[] bytes, int count, int width) {
        if (bytes.length != bytes(count, width)) {
            return Optional.empty();
        }
        int[] numbers = new int[count];
        long at = 0;
        for (int i = 0; i < count; i++) {
            for (int bit = 0; bit < width; bit++, at++) {
                numbers[i] = numbers[i] << 1 | bit(bytes, at);
            }
        }
        boolean isFilled = true;
        for (; at < 8L * bytes.length; at++) {
            isFilled &= bit(bytes, at) == 0;
        }
        return isFilled ? Optional.of(numbers) : Optional.empty();
    }

    private static int bit(byte[] bytes, long at) {
        return bytes[(int) (at >>> 3)] >>> (7 - (at & 7)) & 1;
    }
}
