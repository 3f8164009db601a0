package dev.weir.accountant.noise;

import java.math.BigInteger;

/**
 * A uniform real number in [0, 1) of which only the bits asked for so far exist.
 *
 * <p>After n bits it is known to lie in [digits / 2^n, (digits + 1) / 2^n]. It equals any given number with probability
 * 0, so a comparison that asks for more digits until it is decided ends almost surely, and is exact.
 */
final class LazyFraction {

    private final Randomness randomness;
    private BigInteger digits;
    private int bits;

    /** Continues a fraction whose first {@code bits} binary digits were drawn before, from 0 to 64 of them. */
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
