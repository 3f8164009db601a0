package dev.weir.jobs;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.math3.distribution.BinomialDistribution;

/**
 * Tests whether independent draws are discrete Laplace noise of a stated standard deviation.
 *
 * <p><b>Statistic.</b> The numbers of negative, zero and positive draws, and of draws within each of four distances of 0.
 * Each of these numbers is binomial. <b>Bound.</b> A number is rejected if it lies in a tail of its distribution with
 * probability below {@value #FALSE_ALARM} divided by twice the number of numbers. So draws of the stated distribution are
 * rejected with probability at most {@value #FALSE_ALARM}, for any number of draws.
 *
 * @param ratio the ratio of the probabilities of n + 1 and n, for n from 0
 */
record LaplaceLaw(double ratio) {

    private static final double FALSE_ALARM = 1e-7;
    private static final int NUMBERS = 6;

    /** Returns the distribution with a standard deviation. Its square is 2 r / (1 - r)<sup>2</sup>, where r is the ratio. */
    static LaplaceLaw of(double stddev) {
        double variance = stddev * stddev;
        return new LaplaceLaw((1 + variance - Math.sqrt(1 + 2 * variance)) / variance);
    }

    /** Describes how draws deviate from the distribution; empty if they agree. */
    List<String> complaints(List<Long> draws) {
        List<String> complaints = new ArrayList<>();
        double oneSign = (1 - within(0)) / 2;
        check("negative", draws.stream().filter(draw -> draw < 0).count(), draws.size(), oneSign, complaints);
        check("positive", draws.stream().filter(draw -> draw > 0).count(), draws.size(), oneSign, complaints);
        for (double part : List.of(0.2, 0.4, 0.6, 0.8)) {
            long distance = quantile(part);
            long near =
                    draws.stream().filter(draw -> Math.abs(draw) <= distance).count();
            check("at most " + distance, near, draws.size(), within(distance), complaints);
        }
        return complaints;
    }

    /** Returns the probability of a draw within a distance of 0. */
    private double within(long distance) {
        return 1 - 2 * Math.pow(ratio, distance + 1.0) / (1 + ratio);
    }

    /** Returns the smallest distance that a draw stays within with at least this probability. */
    private long quantile(double probability) {
        long distance = 0;
        while (within(distance) < probability) {
            distance++;
        }
        return distance;
    }

    private static void check(String what, long found, int draws, double probability, List<String> complaints) {
        BinomialDistribution number = new BinomialDistribution(null, draws, probability);
        double below = number.cumulativeProbability((int) found);
        double above = 1 - number.cumulativeProbability((int) found - 1);
        if (Math.min(below, above) < FALSE_ALARM / (2 * NUMBERS)) {
            complaints.add("%d of %d draws are %s, expected %.1f".formatted(found, draws, what, draws * probability));
        }
    }
}
