package dev.weir.jobs.sample;

import java.util.stream.DoubleStream;

/** The empirical distribution of some numbers. */
final class EmpiricalDistribution {

    private final double[] sorted;

    private EmpiricalDistribution(double[] sorted) {
        this.sorted = sorted;
    }

    static EmpiricalDistribution of(DoubleStream numbers) {
        return new EmpiricalDistribution(numbers.sorted().toArray());
    }

    /**
     * Returns the smallest number that is at least as large as the given part of all numbers; 0 if there are no numbers.
     *
     * @param part the part, above 0 and at most 1
     */
    double quantile(double part) {
        int place = (int) Math.ceil(part * sorted.length) - 1;
        return sorted.length == 0 ? 0 : sorted[Math.max(0, place)];
    }
}
