package dev.weir.accountant.continual.blt;

import java.util.Arrays;

/**
 * Sums of powers of q = a b for decays a and b that may be as close to 1 as doubles of 1 - a allow. {@link #of} is a quotient of two
 * numbers that are known to full precision, so no digits cancel. {@link #mean} loses at most three digits.
 *
 * <p>A decay a is given as 1 - a and as ln a; both are 0 for the sum without decay, a = 1.
 */
final class GeometricSum {

    /**
     * The power series of {@link #mean} is used if (1 - q) n is below this number, where the closed form would lose more than three digits.
     */
    private static final double SHORT = 0.01;

    private GeometricSum() {}

    /** The logarithms ln a of decays a, given 1 - a. */
    static double[] logarithms(double[] complements) {
        return Arrays.stream(complements).map(x -> StrictMath.log1p(-x)).toArray();
    }

    /** Computes 1 - a b from 1 - a and 1 - b. */
    static double complement(double a, double b) {
        return a + b - a * b;
    }

    /**
     * Computes 1 + q + ... + q<sup>m-1</sup>.
     *
     * @param m the number of terms, at least 0, possibly infinite
     * @param complement 1 - q, at least 0
     * @param logarithm ln q
     */
    static double of(double m, double complement, double logarithm) {
        if (m == 0) {
            return 0;
        }
        return complement == 0 ? m : -StrictMath.expm1(m * logarithm) / complement; // 1 / complement for infinite m
    }

    /**
     * The mean of the n sums of the first 1, 2, ..., n terms of 1 + q + q&sup2; + ....
     *
     * @param n the number of sums, at least 1
     * @param complement 1 - q, at least 0
     * @param logarithm ln q
     */
    static double mean(double n, double complement, double logarithm) {
        if (n * complement >= SHORT) {
            return (n - (1 - complement) * of(n, complement, logarithm)) / (n * complement);
        }
        double term = (n + 1) / 2;
        double sum = term;
        for (int k = 1; k < 12; k++) {
            term *= -complement * (n - k) / (k + 2);
            sum += term;
        }
        return sum;
    }

    /** Computes q<sup>m</sup> for m &gt;= 0 from ln q, which may be minus infinity. */
    static double power(double m, double logarithm) {
        return m == 0 ? 1 : StrictMath.exp(m * logarithm);
    }
}
