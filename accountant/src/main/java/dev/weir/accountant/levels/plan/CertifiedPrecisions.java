package dev.weir.accountant.levels.plan;

import java.math.BigInteger;
import java.util.Arrays;

/**
 * The best precisions of the levels of any shape under Gaussian noise, by iteration.
 *
 * <p>The objective f is a convex function of the precisions a, homogeneous of degree -1, and the constraint is sum of a<sub>l</sub> C<sub>l</sub> =
 * 1. Let D<sub>l</sub> be the slope of f by a<sub>l</sub> over C<sub>l</sub>. Because f is homogeneous, f = sum of a<sub>l</sub> C<sub>l</sub>
 * D<sub>l</sub>; because it is convex, f(b) &ge; f(a) + sum of (a<sub>l</sub> - b<sub>l</sub>) C<sub>l</sub> D<sub>l</sub> &ge; 2 f(a) - max D for any
 * other b. So f(a) exceeds the optimum by at most max D - f(a), and the iteration stops where this is a small part of f. Each round multiplies
 * a<sub>l</sub> by sqrt(D<sub>l</sub> / f). Derived here.
 */
final class CertifiedPrecisions {

    private static final double GAP = 1e-10;
    private static final int MOST_ROUNDS = 100_000;

    /** The most additions of one search, which take some seconds. */
    private static final long MOST_WORK = 1_000_000_000;

    private CertifiedPrecisions() {}

    /**
     * Computes the precisions, up to a common factor. If the iteration has not stopped after a number of rounds, its last result is returned: it is
     * as private, and a little less exact than the best.
     *
     * @param objective the objective
     * @param worst the planning number of each level
     */
    static double[] of(Objective objective, BigInteger[] worst) {
        int levels = objective.size();
        double[] costs =
                Arrays.stream(worst).mapToDouble(BigInteger::doubleValue).toArray();
        double[] precisions =
                Arrays.stream(costs).map(cost -> 1 / (cost * levels)).toArray();
        double[] slopes = new double[levels];
        long rounds = Math.min(MOST_ROUNDS, MOST_WORK / objective.work());
        for (long round = 0; round < rounds; round++) {
            objective.slopes(precisions, slopes);
            double value = 0;
            double steepest = 0;
            for (int level = 0; level < levels; level++) {
                slopes[level] /= costs[level];
                value += precisions[level] * costs[level] * slopes[level];
                steepest = Math.max(steepest, slopes[level]);
            }
            if (steepest <= value * (1 + GAP)) {
                break;
            }
            step(precisions, slopes, value, costs);
        }
        return precisions;
    }

    private static void step(double[] precisions, double[] slopes, double value, double[] costs) {
        double sum = 0;
        for (int level = 0; level < precisions.length; level++) {
            precisions[level] *= Math.sqrt(slopes[level] / value);
            sum += precisions[level] * costs[level];
        }
        for (int level = 0; level < precisions.length; level++) {
            precisions[level] /= sum;
        }
    }
}
