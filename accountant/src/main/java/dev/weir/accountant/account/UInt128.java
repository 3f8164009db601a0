package dev.weir.accountant.account;

import dev.weir.accountant.privacy.Require;
import java.math.BigInteger;

/**
 * A whole number below 2<sup>127</sup>, to which numbers and products are added in place, so that a charge allocates no
 * object. A sum that would reach 2<sup>127</sup> saturates at 2<sup>127</sup> - 1, which no account affords.
 *
 * <p>Outside of this class a number is two words: a high word and an unsigned low word.
 */
public final class UInt128 {

    private static final BigInteger LOW_WORD =
            BigInteger.ONE.shiftLeft(Long.SIZE).subtract(BigInteger.ONE);

    private long high;
    private long low;

    /** Sets the number to 0. */
    public void clear() {
        high = 0;
        low = 0;
    }

    /** The number's bits from 2<sup>64</sup> up. */
    public long high() {
        return high;
    }

    /** The number's lowest 64 bits. */
    public long low() {
        return low;
    }

    /**
     * Adds a number below 2<sup>127</sup>.
     *
     * @param otherHigh the number's bits from 2<sup>64</sup> up, at least 0
     * @param otherLow the number's lowest 64 bits
     */
    public void add(long otherHigh, long otherLow) {
        long lowSum = low + otherLow;
        long highSum = high + otherHigh + carry(low, otherLow, lowSum);
        high = highSum;
        low = lowSum;
        if (highSum < 0) {
            saturate();
        }
    }

    /**
     * Adds the product of two numbers below 2<sup>127</sup>.
     *
     * @param aHigh the bits of the first from 2<sup>64</sup> up, at least 0
     * @param aLow the lowest 64 bits of the first
     * @param bHigh the bits of the second from 2<sup>64</sup> up, at least 0
     * @param bLow the lowest 64 bits of the second
     */
    public void addProduct(long aHigh, long aLow, long bHigh, long bLow) {
        if ((aHigh | bHigh) == 0) {
            addProduct(aLow, bLow);
        } else if (aHigh != 0 && bHigh != 0) {
            saturate();
        } else {
            addWideProduct(aHigh | bHigh, aHigh == 0 ? bLow : aLow, aHigh == 0 ? aLow : bLow);
        }
    }

    private void addProduct(long a, long b) {
        long productHigh = productHigh(a, b);
        if (productHigh < 0) {
            saturate();
        } else {
            add(productHigh, a * b);
        }
    }

    /**
     * Adds the product of a two-word number and a one-word factor. A product of 2<sup>127</sup> or more saturates the
     * sum; any other fits into two words and is added at once.
     */
    private void addWideProduct(long wideHigh, long wideLow, long factor) {
        long fromLow = productHigh(wideLow, factor);
        long fromHigh = wideHigh * factor;
        long productHigh = fromHigh + fromLow;
        if (productHigh(wideHigh, factor) != 0 || (fromHigh | fromLow | productHigh) < 0) {
            saturate();
        } else {
            add(productHigh, wideLow * factor);
        }
    }

    /** Sets the number to 2<sup>127</sup> - 1, which no account affords. */
    public void saturate() {
        high = Long.MAX_VALUE;
        low = -1;
    }

    /**
     * Returns the high word of the product of two words. The low word of the product is {@code a * b}.
     *
     * @param a the first word, unsigned
     * @param b the second word, unsigned
     */
    public static long productHigh(long a, long b) {
        return Math.multiplyHigh(a, b) + ((a >> (Long.SIZE - 1)) & b) + ((b >> (Long.SIZE - 1)) & a);
    }

    /**
     * Returns the carry, 1 or 0, of the unsigned addition of {@code a} and {@code b}, whose low word is {@code sum}. It
     * is computed without a branch.
     */
    static long carry(long a, long b, long sum) {
        return ((a & b) | ((a | b) & ~sum)) >>> (Long.SIZE - 1);
    }

    /** Returns whether a number is at most a limit, both given as two words. */
    static boolean isAtMost(long high, long low, long limitHigh, long limitLow) {
        return high < limitHigh || (high == limitHigh && Long.compareUnsigned(low, limitLow) <= 0);
    }

    /**
     * The bits of a number from 2<sup>64</sup> up.
     *
     * @param number from 0 to 2<sup>127</sup> - 1
     * @throws InvalidParameter if {@code number} is outside of that range
     */
    public static long high(BigInteger number) {
        boolean fits = number.signum() >= 0 && number.bitLength() < 2 * Long.SIZE;
        Require.that(fits, "number", "between 0 and 2^127 - 1", "one of " + number.bitLength() + " bits");
        return number.shiftRight(Long.SIZE).longValue();
    }

    /**
     * The lowest 64 bits of a number.
     *
     * @param number the number, any value
     */
    public static long low(BigInteger number) {
        return number.longValue();
    }

    /**
     * Converts a number of two words.
     *
     * @param high the number's bits from 2<sup>64</sup> up, at least 0
     * @param low the number's lowest 64 bits
     */
    public static BigInteger toBigInteger(long high, long low) {
        return BigInteger.valueOf(high)
                .shiftLeft(Long.SIZE)
                .or(BigInteger.valueOf(low).and(LOW_WORD));
    }

    @Override
    public String toString() {
        return toBigInteger(high, low).toString();
    }
}
