package dev.weir.accountant.local;

import java.util.BitSet;

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

    /** Packs one bit for each of {@code count} numbers, at most 64, 1 if the set's bit of that number is 1. */
    static byte[] flags(long set, int count) {
        byte[] bytes = new byte[bytes(count, 1)];
        long highestFirst = Long.reverse(set);
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (highestFirst >>> (Long.SIZE - Byte.SIZE - Byte.SIZE * i));
        }
        return bytes;
    }

    private static int bytes(int count, int width) {
        return Math.toIntExact(((long) count * width + 7) >>> 3);
    }

    /** Whether {@link #pack} makes such bytes of that many numbers: their length fits, and the unused bits are 0. */
    static boolean isPacked(byte[] bytes, int count, int width) {
        if (bytes.length != bytes(count, width)) {
            return false;
        }
        int unused = (int) (8L * bytes.length - (long) count * width);
        return unused == 0 || (bytes[bytes.length - 1] & (1 << unused) - 1) == 0;
    }

    /** One of the numbers that {@link #pack} has packed, read in place. */
    static int number(byte[] bytes, int index, int width) {
        int number = 0;
        long at = (long) index * width;
        for (int bit = 0; bit < width; bit++, at++) {
            number = number << 1 | bit(bytes, at);
        }
        return number;
    }

    /** How many bits are 1. */
    static int ones(byte[] bytes) {
        int ones = 0;
        for (byte next : bytes) {
            ones += Integer.bitCount(next & 0xff);
        }
        return ones;
    }

    /** Adds 1 to the counter of each number that {@link #flags} has marked. */
    static void countFlags(byte[] bytes, long[] counters) {
        for (int i = 0; i < bytes.length; i++) {
            for (int left = bytes[i] & 0xff; left != 0; left &= left - 1) {
                counters[8 * i + 7 - Integer.numberOfTrailingZeros(left)]++;
            }
        }
    }

    private static int bit(byte[] bytes, long at) {
        return bytes[(int) (at >>> 3)] >>> (7 - (at & 7)) & 1;
    }
}
