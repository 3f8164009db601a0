package dev.weir.accountant.noise;

import static dev.weir.accountant.noise.ReferenceCoins.exponential;
import static dev.weir.accountant.noise.ReferenceCoins.fair;

import dev.weir.accountant.privacy.Ratio;
import java.math.BigInteger;

/**
 * Rounded Gaussian noise in integer arithmetic: Karney (2016), Algorithm N, for a standard normal k + x whose fraction
 * x is extended lazily, and then the integer nearest to sigma (k + x).
 *
 * <p><b>Why the distribution is normal.</b> k is proposed with weight exp(-k/2), kept with probability exp(-k(k-1)/2),
 * and the uniform x is kept with probability exp(-x(2k+x)/2); the product of the three is exp(-(k+x)^2 / 2).
 *
 * <p><b>Why the rounding is exact.</b> The nearest integer to sigma y is floor((floor(2 sigma y) + 1) / 2), and floor(2
 * sigma y) is the integer square root of 4 sigma^2 y^2, a rational. When both ends of the interval that y is known to
 * lie in give the same integer, so does y.
 */
final class ReferenceRoundedGaussian implements Sampler {

    private static final BigInteger TWO = BigInteger.TWO;
    private static final int FIRST_BITS = 64;

    private final Ratio variance;

    ReferenceRoundedGaussian(Ratio variance) {
        this.variance = variance;
    }

    @Override
    public long addTo(long exact, Randomness randomness) {
        boolean negative = fair(randomness);
        BigInteger magnitude = magnitude(randomness);
        return Saturation.add(exact, negative ? magnitude.negate() : magnitude);
    }

    private BigInteger magnitude(Randomness randomness) {
        while (true) {
            long k = 0;
            while (exponential(BigInteger.ONE, TWO, randomness)) {
                k++;
            }
            LazyFraction x = new LazyFraction(0, 0, randomness);
            if (keepsWhole(k, randomness) && keepsFraction(k, x, randomness)) {
                return rounded(k, x);
            }
        }
    }

    /** Returns true with probability exp(-k (k-1) / 2), as k (k-1) coins of exp(-1/2). */
    private static boolean keepsWhole(long k, Randomness randomness) {
        for (long i = 0; i < k * (k - 1); i++) {
            if (!exponential(BigInteger.ONE, TWO, randomness)) {
                return false;
            }
        }
        return true;
    }

    /** Returns true with probability exp(-x (2k+x) / 2), as k+1 coins whose exponent is at most 1. */
    private static boolean keepsFraction(long k, LazyFraction x, Randomness randomness) {
        for (long i = 0; i <= k; i++) {
            int n = 1;
            while (below(k, x, n, randomness)) {
                n++;
            }
            if (n % 2 == 0) {
                return false;
            }
        }
        return true;
    }

    /** Returns true with probability x (2k+x) / (n (2k+2)): whether u n (2k+2) is below x (2k+x) for a fresh uniform u. */
    private static boolean below(long k, LazyFraction x, int n, Randomness randomness) {
        LazyFraction u = new LazyFraction(0, 0, randomness);
        BigInteger factor = BigInteger.valueOf(n).multiply(BigInteger.valueOf(2 * k + 2));
        for (int bits = FIRST_BITS; ; bits += FIRST_BITS) {
            BigInteger uLow = u.first(bits);
            BigInteger xLow = x.first(bits);
            if (uLow.add(BigInteger.ONE).multiply(factor).shiftLeft(bits).compareTo(exponent(k, xLow, bits)) <= 0) {
                return true;
            }
            BigInteger xHigh = xLow.add(BigInteger.ONE);
            if (uLow.multiply(factor).shiftLeft(bits).compareTo(exponent(k, xHigh, bits)) >= 0) {
                return false;
            }
        }
    }

    /** Returns x (2k+x) in units of 4^-bits, for x in units of 2^-bits. */
    private static BigInteger exponent(long k, BigInteger x, int bits) {
        return BigInteger.valueOf(2 * k).shiftLeft(bits).add(x).multiply(x);
    }

    private BigInteger rounded(long k, LazyFraction x) {
        for (int bits = FIRST_BITS; ; bits += FIRST_BITS) {
            BigInteger low = BigInteger.valueOf(k).shiftLeft(bits).or(x.first(bits));
            BigInteger rounded = nearest(low, bits);
            if (rounded.equals(nearest(low.add(BigInteger.ONE), bits))) {
                return rounded;
            }
        }
    }

    /** Returns the integer nearest to sigma y, halves rounded up, for y in units of 2^-bits. */
    private BigInteger nearest(BigInteger y, int bits) {
        BigInteger fourTimesSquare =
                variance.numerator().multiply(y).multiply(y).shiftLeft(2);
        BigInteger twice = fourTimesSquare
                .divide(variance.denominator().shiftLeft(2 * bits))
                .sqrt();
        return twice.add(BigInteger.ONE).shiftRight(1);
    }
}
