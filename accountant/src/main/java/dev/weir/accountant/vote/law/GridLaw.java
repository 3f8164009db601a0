package dev.weir.accountant.vote.law;

import dev.weir.accountant.compose.normal.NormalTail;
import java.util.Arrays;

/**
 * The law of the winner under Gaussian noise that is rounded to a grid, as the sum over the grid's points: for noise that is not large compared with the
 * grid's step.
 */
final class GridLaw {

    /** From this &sigma; on, in steps, {@link GaussianLaw} is exact to more than twelve digits. */
    static final double SMOOTH_FROM = 1024;

    private static final double REACH = 12;

    private final double[] counts;
    private final double sigma;
    private final double step;

    GridLaw(double[] counts, double sigma, double step) {
        this.counts = counts;
        this.sigma = sigma;
        this.step = step;
    }

    double[] probabilities() {
        double most = Arrays.stream(counts).max().orElseThrow();
        double[] sums = new double[counts.length];
        long last = (long) Math.ceil(REACH * sigma / step) + 1;
        for (long k = -last; k <= last; k++) {
            add(k, most, sums);
        }
        return sums;
    }

    /** Adds the probabilities that each label wins with {@code k} steps above the most votes. */
    private void add(long k, double most, double[] sums) {
        double[] later = new double[counts.length];
        double product = 1;
        for (int i = counts.length - 1; i >= 0; i--) {
            later[i] = product;
            product *= NormalTail.of(-edge(k, most, i));
        }
        double earlier = 1;
        for (int i = 0; i < counts.length; i++) {
            double here = edge(k, most, i);
            double before = here - step / sigma;
            sums[i] += earlier * later[i] * between(before, here);
            earlier *= NormalTail.of(-before);
        }
    }

    /** The upper edge of the step, from the votes of label {@code i}, in standard deviations. */
    private double edge(long k, double most, int i) {
        return ((most - counts[i]) + (k + 0.5) * step) / sigma;
    }

    private static double between(double low, double high) {
        return low > 0 ? NormalTail.of(low) - NormalTail.of(high) : NormalTail.of(-high) - NormalTail.of(-low);
    }
}
