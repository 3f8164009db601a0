package dev.weir.accountant.noise;

import java.math.BigInteger;

/** Addition that saturates at the ends of {@code long}: a post-processing of the unbounded sum. */
final class Saturation {

    private Saturation() {}

    /**
     * Returns the saturated sum. It is computed without a branch, because the exact value decides whether the sum
     * overflows.
     */
    static long add(long exact, long noise) {
        long sum = exact + noise;
        long overflow = ((exact ^ sum) & (noise ^ sum)) >> (Long.SIZE - 1);
        long end = (exact >> (Long.SIZE - 1)) ^ Long.MAX_VALUE;
        return sum ^ ((sum ^ end) & overflow);
    }

    static long add(long exact, BigInteger noise) {
        BigInteger sum = BigInteger.valueOf(exact).add(noise);
        if (sum.bitLength() < Long.SIZE) {
            return sum.longValue();
        }
        return sum.signum() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
}
