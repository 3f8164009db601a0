package dev.weir.operators.testing;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Creates ids and names that collide under fixed hashes, which anybody can compute. */
public final class Crafted {

    private static final int PAIRS = 18;

    private Crafted() {}

    /** Returns one of 262 144 texts of 36 characters that all have the same {@link String#hashCode}. */
    public static String text(int number) {
        StringBuilder text = new StringBuilder();
        for (int pair = 0; pair < PAIRS; pair++) {
            text.append((number >> pair & 1) == 0 ? "Aa" : "BB");
        }
        return text.toString();
    }

    /** Returns the text of a number as an id of a unit. */
    public static byte[] longId(int number) {
        return text(number).getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Returns an id of two words for which {@code factor * high + otherFactor * low} is the same for every number.
     *
     * @param factor odd
     */
    public static byte[] shortId(int number, long factor, long otherFactor) {
        long low = number * 0x9E3779B97F4A7C15L;
        long high = -otherFactor * low * inverse(factor);
        return ByteBuffer.allocate(2 * Long.BYTES).putLong(high).putLong(low).array();
    }

    /**
     * Returns the inverse of an odd number modulo 2^64 by Newton's iteration. Each step doubles the number of correct bits;
     * an odd number is its own inverse in the lowest three.
     */
    private static long inverse(long odd) {
        long inverse = odd;
        for (int right = 3; right < Long.SIZE; right *= 2) {
            inverse *= 2 - odd * inverse;
        }
        return inverse;
    }
}
