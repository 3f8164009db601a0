package dev.weir.accountant.noise;

import java.math.BigInteger;

/**
 * A uniform real number in [0, 1) whose bits are drawn when they are first needed.
 *
 * <p>After n bits the number is known to lie in [digits / 2^n, (digits + 1) / 2^n]. It equals any given number with
 * probability 0. So a comparison that draws more digits until it is decided ends almost surely, and is exact.
 */
final class LazyFraction {

    private final Randomness randomness;
    private BigInteger digits;
    private int bits;

    /** Creates a fraction whose first {@code bits} binary digits, from 0 to 64, have already been drawn. */
    LazyFraction(long digits, int bits, Randomness randomness) {
        this.digits = unsigned(digits);
        this.bits = bits;
        this.randomness = randomness;
    }

    /** The first {@code count} binary digits as an integer. Missing digits are drawn now. */
    BigInteger first(int count) {
        while (bits < count) {
            digits = digits.shiftLeft(Long.SIZE).or(unsigned(randomness.nextLong()));
            bits += Long.SIZE;
        }
        return digits.shiftRight(bits - count);
    }

    private static BigInteger unsigned(long word) {
        BigInteger low = BigInteger.valueOf(word & Long.MAX_VALUE);
        return word < 0 ? low.setBit(Long.SIZE - 1) : low;
    }
}
