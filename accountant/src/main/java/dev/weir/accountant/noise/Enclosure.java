package dev.weir.accountant.noise;

import java.math.BigInteger;

/**
 * A real number in [0, infinity) that is known to lie in [low / 2^bits, high / 2^bits].
 *
 * <p>Every operation rounds the lower end down and the upper end up, so a comparison that holds for the whole enclosure
 * holds for the number in it.
 *
 * @param low the lower end, in units of 2^-bits, not negative
 * @param high the upper end, in units of 2^-bits, not below {@code low}
 * @param bits the number of binary digits after the point
 */
record Enclosure(BigInteger low, BigInteger high, int bits) {

    private static final int EXTRA_HALVINGS = 8;
    private static final int GUARD_BITS = 24;

    /**
     * Computes exp(-x) for x = numerator / denominator &gt;= 0. The result is at most a few units wide.
     *
     * <p><b>Method.</b> exp(-x) = exp(-y)^(2^h) with y = x / 2^h below 2^-8, by h squarings of an enclosure of exp(-y).
     *
     * <p><b>Bound.</b> In units of 2^-w, where w is the number of working digits, y is known to one unit, which changes
     * exp(-y) by at most one. Each term of the series is computed from the previous term and rounded down. The deficit
     * of a term is at most 1, plus 2^-8 times the deficit of the previous term, so below 1.01. The series alternates
     * and its terms decrease, so the remainder after n terms is below the first omitted term, which is below 1.01. The
     * first term is exact, so the errors together are less than 1 + 1.01 n, and 2 n + 2 is used. Each of the h squarings
     * doubles the relative width; the h + 24 guard bits allow for this.
     */
    static Enclosure expMinus(BigInteger numerator, BigInteger denominator, int bits) {
        BigInteger whole = numerator.divide(denominator);
        if (whole.compareTo(BigInteger.valueOf(bits)) >= 0) {
            return new Enclosure(BigInteger.ZERO, BigInteger.ONE, bits); // exp(-bits) is below 2^-bits
        }
        int halvings = whole.bitLength() + EXTRA_HALVINGS;
        int work = bits + halvings + GUARD_BITS;
        Enclosure power = smallExpMinus(numerator.shiftLeft(work - halvings).divide(denominator), work);
        for (int i = 0; i < halvings; i++) {
            power = power.times(power);
        }
        return power.outward(bits);
    }

    /** exp(-y) for a y that is at least {@code units} and at most one unit more, in units of 2^-bits, below 2^-8. */
    private static Enclosure smallExpMinus(BigInteger units, int bits) {
        BigInteger sum = BigInteger.ZERO;
        BigInteger term = BigInteger.ONE.shiftLeft(bits);
        int terms = 0;
        while (term.signum() != 0) {
            sum = terms % 2 == 0 ? sum.add(term) : sum.subtract(term);
            terms++;
            term = term.multiply(units).shiftRight(bits).divide(BigInteger.valueOf(terms));
        }
        BigInteger slack = BigInteger.valueOf(2L * terms + 2);
        return new Enclosure(sum.subtract(slack), sum.add(slack), bits);
    }

    /** The product with another number, with as many digits as this number has. */
    Enclosure times(Enclosure other) {
        return new Enclosure(
                low.multiply(other.low).shiftRight(other.bits),
                ceilingShift(high.multiply(other.high), other.bits),
                bits);
    }

    /** This number times numerator / denominator, both above 0. */
    Enclosure times(BigInteger numerator, BigInteger denominator) {
        BigInteger most = high.multiply(numerator).add(denominator).subtract(BigInteger.ONE);
        return new Enclosure(low.multiply(numerator).divide(denominator), most.divide(denominator), bits);
    }

    /** A wider enclosure of this number, with fewer digits. */
    Enclosure outward(int fewerBits) {
        int dropped = bits - fewerBits;
        return new Enclosure(low.shiftRight(dropped), ceilingShift(high, dropped), fewerBits);
    }

    private static BigInteger ceilingShift(BigInteger value, int places) {
        return value.negate().shiftRight(places).negate();
    }
}
