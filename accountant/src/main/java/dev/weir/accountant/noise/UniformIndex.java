package dev.weir.accountant.noise;

import dev.weir.accountant.privacy.Require;

/** Exactly uniform whole numbers: the lowest number of bits that could hold one is drawn until it does. */
public final class UniformIndex {

    private UniformIndex() {}

    /**
     * A whole number from 0 on, each with the same probability.
     *
     * @param count how many there are, at least 1
     */
    public static int below(int count, Randomness randomness) {
        return (int) below((long) count, randomness);
    }

    /**
     * A whole number from 0 on, each with the same probability.
     *
     * @param count how many there are, at least 1
     */
    static long below(long count, Randomness randomness) {
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
