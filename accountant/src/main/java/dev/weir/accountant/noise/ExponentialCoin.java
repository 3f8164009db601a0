package dev.weir.accountant.noise;

import dev.weir.accountant.privacy.Require;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;

/**
 * A coin that falls with probability e<sup>-x</sup> for a rational x, decided exactly by whole numbers, without
 * floating point and without truncation.
 *
 * <p><b>Method.</b> Canonne, Kamath and Steinke (2020), Algorithm 1. Let x = n + f with a whole number n and f in [0,
 * 1). Then n coins of probability e<sup>-1</sup> and one of probability e<sup>-f</sup> must all fall. The coin of
 * probability e<sup>-f</sup> is decided as follows: for K = 1, 2, .. a coin of probability f / K is thrown until one
 * does not fall. The last K is odd with probability 1 - f + f&sup2;/2 - f&sup3;/6 .. = e<sup>-f</sup>, because it
 * exceeds k with probability f<sup>k</sup> / k!.
 *
 * <p><b>Timing.</b> The number of throws and its mean depend on x. The mean grows with x, from 1 near 0 to at most 4.31
 * (the limit is e&sup2; / (e - 1)). If x is private, the outcomes of single coins must not be published.
 */
public final class ExponentialCoin {

    private ExponentialCoin() {}

    /**
     * Throws a coin that falls with probability e<sup>-numerator/denominator</sup>.
     *
     * @param numerator the numerator of x, at least 0
     * @param denominator the denominator of x, at least 1
     * @param randomness the source of the random bits
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code numerator} or {@code denominator} is out of range
     */
    public static boolean falls(BigInteger numerator, BigInteger denominator, Randomness randomness) {
        requireNotNegative(numerator, denominator);
        if (numerator.signum() == 0) {
            return true;
        }
        BigInteger[] parts = numerator.divideAndRemainder(denominator);
        for (BigInteger left = parts[0]; left.signum() > 0; left = left.subtract(BigInteger.ONE)) {
            if (!fallsOnce(randomness)) {
                return false;
            }
        }
        return fallsBelowOne(parts[1], denominator, randomness);
    }

    private static void requireNotNegative(BigInteger numerator, BigInteger denominator) {
        Require.that(numerator.signum() >= 0, "numerator", ">= 0", numerator);
        Require.that(denominator.signum() > 0, "denominator", ">= 1", denominator);
    }

    /** Throws a coin of probability e<sup>-1</sup>. A coin of probability 1 / K is a uniform choice among K numbers. */
    private static boolean fallsOnce(Randomness randomness) {
        int k = 1;
        while (UniformIndex.below(k, randomness) == 0) {
            k++;
        }
        return (k & 1) == 1;
    }

    private static boolean fallsBelowOne(BigInteger rest, BigInteger denominator, Randomness randomness) {
        BigInteger whole = denominator;
        boolean isOdd = true;
        while (isBelow(rest, whole, randomness)) {
            whole = whole.add(denominator);
            isOdd = !isOdd;
        }
        return isOdd;
    }

    /**
     * Throws a coin of probability part / whole. If {@code whole} fits into a word, the coin is a uniform choice among
     * {@code whole} numbers.
     */
    private static boolean isBelow(BigInteger part, BigInteger whole, Randomness randomness) {
        return whole.bitLength() < Long.SIZE
                ? UniformIndex.below(whole.longValue(), randomness) < part.longValue()
                : isBelowByDigits(part, whole, randomness);
    }

    /** Whether a uniform number lies below part / whole, decided by as many of its binary digits as are necessary. */
    private static boolean isBelowByDigits(BigInteger part, BigInteger whole, Randomness randomness) {
        BigInteger left = part;
        while (left.signum() > 0) {
            BigInteger[] digits = left.shiftLeft(Long.SIZE).divideAndRemainder(whole);
            int comparison = new LazyFraction(0, 0, randomness).first(Long.SIZE).compareTo(digits[0]);
            if (comparison != 0) {
                return comparison < 0;
            }
            left = digits[1];
        }
        return false;
    }

    /**
     * The probability e<sup>-numerator/denominator</sup>, for statements about draws and never for a draw.
     *
     * @param numerator the numerator of x, at least 0
     * @param denominator the denominator of x, at least 1
     * @param bits the accuracy: the error is at most 2<sup>-bits</sup>; at least 1
     */
    public static BigDecimal chance(BigInteger numerator, BigInteger denominator, int bits) {
        requireNotNegative(numerator, denominator);
        if (numerator.signum() == 0) {
            return BigDecimal.ONE;
        }
        Enclosure chance = Enclosure.expMinus(numerator, denominator, bits + Byte.SIZE);
        BigInteger twice = chance.low().add(chance.high());
        return new BigDecimal(twice)
                .divide(new BigDecimal(BigInteger.ONE.shiftLeft(chance.bits() + 1)), MathContext.UNLIMITED);
    }
}
