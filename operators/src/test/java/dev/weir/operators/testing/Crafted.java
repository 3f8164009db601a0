package dev.weir.operators.testing;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Ids and names that collide under fixed hashes which anybody can compute. */
public final class Crafted {

    private static final int PAIRS = 18;

    private Crafted() {}

    /** Texts of 36 characters that all have the same {@link String#hashCode}: number 0 to 262 143. */
    public static String text(int number) {
        StringBuilder text = new StringBuilder();
        for (int pair = 0; pair < PAIRS; pair++) {
            text.append((number >> pair & 1) == 0 ? "Aa" : "BB");
        }
        return text.toString();
    }

    /** The text of a number as an id of a unit. */
    public static byte[] longId(int number) {
        return text(number).getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Ids of two words for which {@code factor * high + otherFactor * low} is the same.
     *
     * @param factor odd
     */
    public static byte[] shortId(int number, long factor, long otherFactor) {
        long low = number * 0x9E3779B97F4A7C15L;
        long high = -otherFactor * low * inverse(factor);
        return ByteBuffer.allocate(2 * Long.BYTES).putLong(high).putLong(low).array();
    }

    /** Newton's iteration: each step doubles the number of right bits, of which an odd number is its own inverse in three. */
    private static long inverse(long odd) {
        long inverse = odd;
        for (int right = 3; right < Long.SIZE; right *= 2) {
            inverse *= 2 - odd * inverse;
        }
        return inverse;
    }
}
