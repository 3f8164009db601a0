package dev.weir.testing.statistic;

import java.util.Arrays;
import java.util.stream.DoubleStream;

/**
 * A number of every world of some, apart for the worlds with the canary and those without.
 *
 * @param with the numbers with the canary, in the order of the worlds unless {@link #sorted}
 * @param without the numbers without
 */
record Arms(double[] with, double[] without) {

    /** Whether an arm has no worlds, so that nothing can be learnt. */
    boolean isMissing() {
        return with.length == 0 || without.length == 0;
    }

    /** These numbers in ascending order. */
    Arms sorted() {
        return new Arms(
                Arrays.stream(with).sorted().toArray(),
                Arrays.stream(without).sorted().toArray());
    }

    double meanWith() {
        return Arrays.stream(with).average().orElse(0);
    }

    double meanWithout() {
        return Arrays.stream(without).average().orElse(0);
    }

    /** Half-way between the means. */
    double middle() {
        return (meanWith() + meanWithout()) / 2;
    }

    /** The deviation of all numbers from the middle, above 0. */
    double scale() {
        double middle = middle();
        double squares = DoubleStream.concat(Arrays.stream(with), Arrays.stream(without))
                .map(number -> (number - middle) * (number - middle))
                .sum();
        return squares == 0 ? 1 : Math.sqrt(squares / (with.length + without.length));
    }

    /** By how many deviations of one number the canary moves the mean, at least 0. */
    double move() {
        return Math.abs(meanWith() - meanWithout()) / scale();
    }

    /** How far each number is from the mean of its arm, in deviations. */
    double[] residuals() {
        double scale = scale();
        double ofWith = meanWith();
        double ofWithout = meanWithout();
        return DoubleStream.concat(
                        Arrays.stream(with).map(number -> (number - ofWith) / scale),
                        Arrays.stream(without).map(number -> (number - ofWithout) / scale))
                .toArray();
    }
}
