package dev.weir.testing.statistic;

import java.util.Arrays;

/**
 * A number that is clipped to the range in which the canary moves it. Under Laplace noise the logarithm of the likelihood ratio of
 * a number x is (|x - a| - |x - b|) / scale for its centers a without and b with the canary: a linear function between a and b, and
 * constant beyond.
 */
final class ClippedColumn {

    private ClippedColumn() {}

    /**
     * The clipped numbers.
     *
     * @param column a number for each world
     * @param learnt those that the two centers are learnt from
     */
    static double[] of(double[] column, Arms learnt) {
        Arms sorted = learnt.sorted();
        double with = median(sorted.with());
        double without = median(sorted.without());
        double low = Math.min(with, without);
        double high = Math.max(with, without);
        return Arrays.stream(column)
                .map(number -> Math.max(low, Math.min(high, number)))
                .toArray();
    }

    /** Under Laplace noise the median of a sample is nearer to the center than its mean. */
    private static double median(double[] sorted) {
        return sorted[sorted.length / 2];
    }
}
