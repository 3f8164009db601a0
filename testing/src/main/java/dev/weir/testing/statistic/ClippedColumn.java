package dev.weir.testing.statistic;

import java.util.stream.IntStream;

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
     * @param trials the worlds
     * @param worlds those that the two centers are learnt from
     */
    static double[] of(double[] column, Trials trials, int[] worlds) {
        double with = median(column, trials, worlds, true);
        double without = median(column, trials, worlds, false);
        double low = Math.min(with, without);
        double high = Math.max(with, without);
        double[] clipped = new double[column.length];
        for (int world = 0; world < clipped.length; world++) {
            clipped[world] = Math.max(low, Math.min(high, column[world]));
        }
        return clipped;
    }

    /** Under Laplace noise the median of a sample is nearer to the center than its mean. */
    private static double median(double[] column, Trials trials, int[] worlds, boolean canary) {
        double[] sorted = IntStream.of(worlds)
                .filter(world -> trials.hasCanary(world) == canary)
                .mapToDouble(world -> column[world])
                .sorted()
                .toArray();
        return sorted[sorted.length / 2];
    }
}
