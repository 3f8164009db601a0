package dev.weir.jobs;

import dev.weir.accountant.continual.BltNoise;
import dev.weir.operators.query.PricedTotals;
import dev.weir.operators.time.SlidingWindow;

/**
 * Tests whether samples of a series' noise have the declared correlations.
 *
 * <p><b>Statistic.</b> For two steps, the mean, over n independent series, of the product of both noises, each divided by its
 * declared standard deviation. Each aggregate of a key is a series of its own. <b>Bound.</b> With correlation r, a product is
 * (1 + r) / 2 times a squared standard normal variable less (1 - r) / 2 times an independent one. So by Laurent and Massart
 * (2000), Lemma 1, for both, the mean is further than 2 sqrt(x / n) + 2 x / n from r with probability at most 4 exp(-x). Here
 * x is such that this probability is {@value #FALSE_ALARM} divided by the number of all pairs of steps, so that all of them
 * together fail by chance at most once in a million runs. {@value #ROUNDING} is added for the effect of rounding totals to
 * whole numbers.
 *
 * @param priced the declared query
 */
record SeriesLaw(PricedTotals priced) {

    private static final double FALSE_ALARM = 1e-6;
    private static final double ROUNDING = 0.01;

    /**
     * Returns the largest deviation of the sample from the declared correlations, relative to the bound: at most 1 if the
     * distribution is right.
     *
     * @param noise for each aggregate, step (from 1, at 0) and key, in grid steps
     */
    double distance(double[][][] noise) {
        int steps = noise[0].length;
        double farthest = 0;
        for (int step = 1; step <= steps; step++) {
            for (int later = step; later <= steps; later++) {
                farthest = Math.max(farthest, Math.abs(difference(noise, step, later)));
            }
        }
        double series = (double) noise.length * noise[0][0].length;
        double x = Math.log(4 * (steps * (steps + 1) / 2.0) / FALSE_ALARM);
        return farthest / (2 * Math.sqrt(x / series) + 2 * x / series + ROUNDING);
    }

    /** Returns the difference of the sample's correlation and the declared one. */
    private double difference(double[][][] noise, int step, int later) {
        double difference = 0;
        for (int aggregate = 0; aggregate < noise.length; aggregate++) {
            double sample = product(noise[aggregate][step - 1], noise[aggregate][later - 1]);
            double scale = stddev(aggregate, step) * stddev(aggregate, later);
            difference += (sample - covariance(aggregate, step, later)) / scale / noise.length;
        }
        return difference;
    }

    private static double product(double[] one, double[] other) {
        double sum = 0;
        for (int i = 0; i < one.length; i++) {
            sum += one[i] * other[i];
        }
        return sum / one.length;
    }

    private double stddev(int aggregate, int step) {
        return priced.stddevs(step)[aggregate];
    }

    /** Returns the covariance of two releases, which are running totals, or differences of two of them. */
    private double covariance(int aggregate, int step, int later) {
        BltNoise noise = (BltNoise) priced.series().noise(aggregate);
        if (!(priced.query().window() instanceof SlidingWindow sliding)) {
            return total(noise, step, later);
        }
        int panes = sliding.panes();
        return total(noise, step, later)
                - total(noise, step, later - panes)
                - total(noise, step - panes, later)
                + total(noise, step - panes, later - panes);
    }

    /** Returns the covariance of two totals, where totals before the first step are 0. */
    private static double total(BltNoise noise, int step, int other) {
        int first = Math.min(step, other);
        return first < 1 ? 0 : noise.covariance(first, Math.max(step, other));
    }
}
