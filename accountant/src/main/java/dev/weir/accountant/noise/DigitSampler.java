package dev.weir.accountant.noise;

import dev.weir.accountant.privacy.Ratio;
import java.math.BigInteger;

/**
 * Draws discrete Laplace noise digit by digit, with the same random words and instructions for every value, and without
 * rejection.
 *
 * <p><b>Distribution.</b> The binary digits of a geometric variable G, with P(G = n) proportional to exp(-n / scale),
 * are independent, because exp(-n / scale) is a product over the digits of n. Digit i is 1 with probability 1 / (1 +
 * exp(2^i / scale)) (Dwork, Kenthapadi, McSherry, Mironov and Naor (2006)). For the same reason floor(G / 2^d) is
 * independent of the lower d digits. It reaches 1, and then each next number, with probability exp(-2^d / scale). The
 * difference of two independent G is discrete Laplace of the same scale.
 *
 * <p><b>Exactness.</b> A digit is 64 uniform bits compared with its probability; if they equal the probability's first
 * 64 bits, more bits of both decide ({@link ExactCoin}). There are d digits, where exp(-2^d / scale) is below 2^-62.
 * Whether G reaches 2^d is decided by one more coin, which is always drawn, so the distribution is not truncated.
 *
 * <p><b>Timing.</b> No branch and no index depends on a digit. A tie or a G beyond the digits, once in about 2^57
 * draws, takes longer.
 */
final class DigitSampler implements Sampler {

    private static final int TIE_BITS = 128;
    private static final int GUARD_BITS = 8;

    private final Decay decay;
    private final long[] thresholds;

    DigitSampler(Ratio scale) {
        this(scale, digitsFor(Decay.laplace(scale)));
    }

    /** Creates a sampler with any number of digits, so that tests reach the coin after the last digit. */
    DigitSampler(Ratio scale, int digits) {
        decay = Decay.laplace(scale);
        thresholds = new long[digits + 1];
        for (int i = 0; i <= digits; i++) {
            thresholds[i] = firstWord(i);
        }
    }

    private static int digitsFor(Decay decay) {
        int digits = 0;
        while (decay.weight(BigInteger.ONE, digits, Long.SIZE).low().signum() != 0) {
            digits++;
        }
        return digits;
    }

    /**
     * The first 64 bits of a coin's probability, computed from an enclosure that is narrow enough to determine them.
     */
    private long firstWord(int i) {
        int bits = TIE_BITS;
        Enclosure chance = chance(i, bits);
        while (!first(chance.low(), bits).equals(first(chance.high(), bits))) {
            bits += Long.SIZE;
            chance = chance(i, bits);
        }
        return first(chance.low(), bits).longValue();
    }

    private static BigInteger first(BigInteger value, int bits) {
        return value.shiftRight(bits - Long.SIZE);
    }

    /**
     * The probability of coin {@code i}: E / (1 + E) for a digit and E for the coin after the last digit, where E =
     * exp(-2^i / scale).
     */
    private Enclosure chance(int i, int bits) {
        Enclosure e = decay.weight(BigInteger.ONE, i, bits + GUARD_BITS);
        return (i == digits() ? e : e.overOnePlusItself()).outward(bits);
    }

    private int digits() {
        return thresholds.length - 1;
    }

    @Override
    public long addTo(long exact, Randomness randomness) {
        Geometric plus = geometric(randomness);
        Geometric minus = geometric(randomness);
        long beyond = (plus.value() | minus.value()) >>> digits();
        if ((plus.ties() | minus.ties() | beyond) == 0) {
            return Saturation.add(exact, plus.value() - minus.value());
        }
        return Saturation.add(exact, settle(plus, randomness).subtract(settle(minus, randomness)));
    }

    /**
     * The part of a geometric variable that one random word for each digit determines.
     *
     * @param value the digits, 0 for a tied digit; bit d is the coin after the last digit
     * @param ties the digits whose words equal the threshold
     */
    private record Geometric(long value, long ties) {}

    private Geometric geometric(Randomness randomness) {
        long value = 0;
        long ties = 0;
        for (int i = 0; i < thresholds.length; i++) {
            long word = randomness.nextLong();
            value |= below(word, thresholds[i]) << i;
            ties |= equal(word, thresholds[i]) << i;
        }
        return new Geometric(value, ties);
    }

    /** Returns 1 if a &lt; b as unsigned numbers, otherwise 0: the borrow of a - b. */
    private static long below(long a, long b) {
        return ((~a & b) | ((~a | b) & (a - b))) >>> (Long.SIZE - 1);
    }

    /** Returns 1 if a = b, otherwise 0. */
    private static long equal(long a, long b) {
        long difference = a ^ b;
        return ~(difference | -difference) >>> (Long.SIZE - 1);
    }

    /** Decides the tied coins with further bits, and draws the part of G beyond the last digit. */
    private BigInteger settle(Geometric drawn, Randomness randomness) {
        BigInteger value = BigInteger.valueOf(drawn.value());
        for (int i = 0; i < thresholds.length; i++) {
            if ((drawn.ties() >>> i & 1) != 0 && falls(i, new LazyFraction(thresholds[i], Long.SIZE, randomness))) {
                value = value.setBit(i);
            }
        }
        if (value.testBit(digits())) {
            BigInteger beyond = BigInteger.ONE.shiftLeft(digits());
            while (falls(digits(), new LazyFraction(0, 0, randomness))) {
                value = value.add(beyond);
            }
        }
        return value;
    }

    private boolean falls(int i, LazyFraction uniform) {
        ExactCoin coin = bits -> chance(i, bits);
        return coin.falls(uniform);
    }
}
