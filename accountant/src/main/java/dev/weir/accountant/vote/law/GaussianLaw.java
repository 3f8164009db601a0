package dev.weir.accountant.vote.law;

import dev.weir.accountant.compose.normal.NormalTail;
import java.util.Arrays;

/**
 * The law of the winner under Gaussian noise, without a grid or on one that is fine compared with the noise.
 *
 * <p>The integrand is a product of normal distribution functions and a density: an entire function that falls like a Gaussian. For such a function
 * the sum at points a sixteenth of &sigma; apart equals the integral to all digits. On a grid of step h the law is a sum over the grid's points
 * of the same kind of function, with noisy votes of later labels at most x and of earlier ones at most x - h; so that sum, too, equals an
 * integral, divided by h, as long as h is small compared with &sigma;.
 */
final class GaussianLaw {

    private static final double LOG_SQRT_TWO_PI = 0.5 * StrictMath.log(2 * Math.PI);
    /** Integrands are summed from here below to here above the most votes, in standard deviations. */
    private static final double REACH = 12;

    private static final int POINTS_PER_SIGMA = 16;

    private final double[] counts;
    private final double sigma;
    private final double step;

    /**
     * Prepares the law.
     *
     * @param step the step of the grid; 0 if there is none
     */
    GaussianLaw(double[] counts, double sigma, double step) {
        this.counts = counts;
        this.sigma = sigma;
        this.step = step / sigma;
    }

    double[] probabilities() {
        double most = Arrays.stream(counts).max().orElseThrow();
        double[] behind =
                Arrays.stream(counts).map(count -> (most - count) / sigma).toArray();
        double[] sums = new double[counts.length];
        int last = (int) (REACH * POINTS_PER_SIGMA);
        for (int i = -last; i <= last; i++) {
            add((double) i / POINTS_PER_SIGMA, behind, sums);
        }
        return Arrays.stream(sums).map(sum -> sum / POINTS_PER_SIGMA).toArray();
    }

    /**
     * Adds the integrands at one point.
     *
     * @param x in standard deviations above the most votes; on a grid the upper edge of a step
     */
    private void add(double x, double[] behind, double[] sums) {
        double[] later = new double[behind.length];
        double sum = 0;
        for (int i = behind.length - 1; i >= 0; i--) {
            later[i] = sum;
            sum += below(x + behind[i]);
        }
        double earlier = 0;
        for (int i = 0; i < behind.length; i++) {
            sums[i] += StrictMath.exp(earlier + later[i] + logDensity(x + behind[i]));
            earlier += below(x + behind[i] - step);
        }
    }

    /** The logarithm of the probability that noise is below z. */
    private static double below(double z) {
        return NormalTail.log(-z);
    }

    /**
     * The logarithm of the mean density over the step below z. The density's mean over a step of length h around c is the density at c times 1 +
     * h&sup2;(c&sup2; - 1)/24, up to the fourth power of h.
     */
    private double logDensity(double z) {
        double centre = z - step / 2;
        return -0.5 * centre * centre - LOG_SQRT_TWO_PI + StrictMath.log1p(step * step * (centre * centre - 1) / 24);
    }
}
