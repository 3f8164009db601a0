package dev.weir.accountant.noise;

import java.math.BigInteger;

/**
 * A uniform real number in [0, 1) of which only the bits asked for so far exist.
 *
 * <p>After n bits it is known to lie in [digits / 2^n, (digits + 1) / 2^n]. Two such numbers are equal with probability
 * 0, so a comparison that extends until it is decided ends almost surely and is exact.
 */
final class LazyFraction {

    private static final int STEP = 64;

    private final Randomness randomness;
    private BigInteger digits = BigInteger.ZERO;
    private int bits;

    LazyFraction(Randomness randomness) {
        this.randomness = randomness;
    }

    /** The first {@code count} binary digits, drawn now if they are missing; {@code count} never falls. */
    BigInteger first(int count) {
        while (bits < count) {
            digits = digits.shiftLeft(STEP).or(ExactCoins.uniformBits(STEP, randomness));
            bits += STEP;
        }
        return digits.shiftRight(bits - count);
    }
}
