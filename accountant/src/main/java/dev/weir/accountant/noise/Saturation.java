package dev.weir.accountant.noise;

import java.math.BigInteger;

/** Addition that stops at the ends of {@code long}: post-processing of the unbounded sum. */
final class Saturation {

    private Saturation() {}

    static long add(long exact, BigInteger noise) {
        BigInteger sum = BigInteger.valueOf(exact).add(noise);
        if (sum.bitLength() < Long.SIZE) {
            return sum.longValue();
        }
        return sum.signum() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
}
