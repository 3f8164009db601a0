package dev.weir.benchmarks.sqlp;

import java.util.Arrays;

/**
 * A law on the ranks 0 to n - 1: rank k - 1 has a probability proportional to (k + shift)<sup>-exponent</sup>, for k = 1 to n. It is drawn by
 * comparing 53 random bits with the sums of the probabilities.
 */
final class RankLaw {

    /** The number of random bits that a rank is drawn from. */
    static final int BITS = 53;

    private final long[] bounds;

    /**
     * Creates the law.
     *
     * @param n the number of ranks that have a probability, at least 1
     * @param shift what is added to a rank, at least 0
     * @param exponent the exponent, above 0
     * @param most the largest rank that is drawn, at most {@code n} - 1; all larger ranks are taken for it
     */
    RankLaw(int n, double shift, double exponent, int most) {
        double[] sums = new double[n];
        double sum = 0;
        for (int k = 1; k <= n; k++) {
            sum += StrictMath.pow(k + shift, -exponent);
            sums[k - 1] = sum;
        }
        bounds = new long[most];
        for (int k = 0; k < most; k++) {
            bounds[k] = (long) Math.floor(Math.scalb(sums[k] / sum, BITS));
        }
    }

    /**
     * The rank that a random number stands for: the number of bounds that are at most this number.
     *
     * @param bits a random number of 53 bits
     */
    int rank(long bits) {
        int at = Arrays.binarySearch(bounds, bits);
        if (at < 0) {
            return -at - 1;
        }
        while (at < bounds.length && bounds[at] == bits) {
            at++;
        }
        return at;
    }
}
