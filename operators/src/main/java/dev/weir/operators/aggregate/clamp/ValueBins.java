package dev.weir.operators.aggregate.clamp;

import dev.weir.operators.aggregate.move.ScalarMove;
import java.io.Serializable;
import java.math.BigInteger;

/**
 * The totals of a cell from which every clamped sum can be computed: for each exponent j the number of records with
 * absolute values in (2<sup>j-1</sup>, 2<sup>j</sup>] (for j = 0 also 0), and the sum of these absolute values.
 * Negative values are counted separately.
 *
 * @param isSigned whether negative values are kept
 */
record ValueBins(boolean isSigned) implements Serializable {

    private static final int BINS = LearntClamp.LARGEST + 1;
    private static final BigInteger LARGEST_LONG = BigInteger.valueOf(Long.MAX_VALUE);

    /** How many longs the totals take. */
    int coordinates() {
        return isSigned ? 4 * BINS : 2 * BINS;
    }

    /** The value nearest to {@code steps} within the largest clamp. */
    long clamped(long steps) {
        long largest = 1L << LearntClamp.LARGEST;
        return Math.max(isSigned ? -largest : 0, Math.min(largest, steps));
    }

    /**
     * Adds a value. Counts and sums never fall, and stay at the largest long where they would exceed it. Each total is
     * therefore the smaller of its exact value and the largest long, in whatever order and parts it was summed. With
     * this limit, a record moves a total by no more than without it, so the charge of the record suffices.
     */
    void add(long value, long[] totals, int at) {
        int count = at + (value < 0 ? 2 * BINS : 0) + LearntClamp.exponent(Math.abs(value));
        totals[count] = ScalarMove.saturatedSum(totals[count], 1);
        totals[count + BINS] = ScalarMove.saturatedSum(totals[count + BINS], Math.abs(value));
    }

    /**
     * Returns the number of all records at index 0 and, for each i, the number T<sub>i</sub> of records above
     * 2<sup>i</sup> at index i + 1.
     */
    long[] tails(long[] totals, int at) {
        long[] tails = new long[BINS + 1];
        for (int j = BINS - 1; j >= 0; j--) {
            long here = ScalarMove.saturatedSum(totals[at + j], isSigned ? totals[at + 2 * BINS + j] : 0);
            tails[j] = ScalarMove.saturatedSum(tails[j + 1], here);
        }
        return tails;
    }

    /**
     * Returns the smallest exponent whose clamp changes no value, or {@code most} if every clamp below that changes a
     * value.
     */
    int uncut(long[] totals, int at, int most) {
        long[] tails = tails(totals, at);
        int exponent = 0;
        while (exponent < most && tails[exponent + 1] > 0) {
            exponent++;
        }
        return exponent;
    }

    /** Returns the sum of all values, each clamped to an absolute value of at most 2<sup>exponent</sup>. */
    BigInteger sum(long[] totals, int at, int exponent) {
        BigInteger positive = sizes(totals, at, exponent);
        return isSigned ? positive.subtract(sizes(totals, at + 2 * BINS, exponent)) : positive;
    }

    private static BigInteger sizes(long[] totals, int at, int exponent) {
        BigInteger sum = BigInteger.ZERO;
        BigInteger above = BigInteger.ZERO;
        for (int j = 0; j < BINS; j++) {
            if (j <= exponent) {
                sum = sum.add(BigInteger.valueOf(totals[at + BINS + j]));
            } else {
                above = above.add(BigInteger.valueOf(totals[at + j]));
            }
        }
        return sum.add(above.shiftLeft(exponent));
    }

    /** The long nearest to {@code value}. */
    static long saturated(BigInteger value) {
        return value.max(LARGEST_LONG.negate()).min(LARGEST_LONG).longValueExact();
    }
}
