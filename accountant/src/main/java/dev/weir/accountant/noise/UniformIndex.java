package dev.weir.accountant.noise;

import dev.weir.accountant.privacy.Require;

/**
 * Draws exactly uniform whole numbers. It draws as many bits as the range needs, and repeats the draw until the number
 * is in the range.
 */
public final class UniformIndex {

    private UniformIndex() {}

    /**
     * Draws a whole number from 0 to {@code count} - 1, each with the same probability.
     *
     * @param count the size of the range, at least 1
     * @param randomness the source of the random bits
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code count} is below 1
     */
    public static int below(int count, Randomness randomness) {
        return (int) below((long) count, randomness);
    }

    /**
     * Draws a whole number from 0 to {@code count} - 1, each with the same probability.
     *
     * @param count how many there are, at least 1
     * @param randomness the source of the random bits
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code count} is below 1
     */
    public static long below(long count, Randomness randomness) {
        Require.atLeast("count", count, 1);
        int bits = Long.SIZE - Long.numberOfLeadingZeros(count - 1);
        if (bits == 0) {
            return 0;
        }
        while (true) {
            long drawn = randomness.nextLong() >>> (Long.SIZE - bits);
            if (drawn < count) {
                return drawn;
            }
        }
    }
}
