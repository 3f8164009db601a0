package dev.weir.accountant.continual.tree;

import dev.weir.accountant.mechanism.DiscreteLaplace;
import dev.weir.accountant.privacy.Require;
import org.apache.commons.math3.analysis.UnivariateFunction;
import org.apache.commons.math3.optim.MaxEval;
import org.apache.commons.math3.optim.nonlinear.scalar.GoalType;
import org.apache.commons.math3.optim.univariate.BrentOptimizer;
import org.apache.commons.math3.optim.univariate.SearchInterval;
import org.apache.commons.math3.optim.univariate.UnivariateObjectiveFunction;

/**
 * The tail probabilities of a sum S of independent draws of discrete Laplace noise, which is the error of a running total of a tree or of a
 * sliding window. They are a function of configuration and step; this class draws nothing.
 *
 * <p><b>Derivation.</b> With q = e<sup>-1/b</sup> the generating function of n draws is ((1 - q)&sup2; / ((1 - q z)(1 - q /
 * z)))<sup>n</sup>. The masses at k &ge; 0 are determined by its pole at z = 1 / q. Expanded there in v = (1 - q z) / (1 - q&sup2;), the
 * other factor is a multiple of ((1 - v (1 - q&sup2;)) / (1 - v))<sup>n</sup> = &sum; g<sub>i</sub> v<sup>i</sup>, all g<sub>i</sub> &ge;
 * 0. Hence P(S = k) = &sum; w<sub>i</sub> NB<sub>n-i</sub>(k) for k &ge; 0, i = 0..n - 1, with weights w<sub>i</sub> = g<sub>i</sub> (1 +
 * q)<sup>-(n+i)</sup> and negative binomial masses NB<sub>m</sub>(k) = C(k + m - 1, k) (1 - q)<sup>m</sup> q<sup>k</sup>. The tails of
 * these distributions are P(NB<sub>m</sub> &gt; k) = &sum; C(k + j, j) (1 - q)<sup>j</sup> q<sup>k+1</sup>, j = 0..m - 1. All terms of
 * these sums are positive, so no digits cancel.
 *
 * <p>Beyond {@value #MOST_DRAWS} draws, where weights would underflow, Chernoff's bound is used instead. It exceeds the true quantile by
 * about 40 % at a failure probability of 5 %, and by about 7 % at 10<sup>-9</sup>.
 */
public final class LaplaceSum {

    private static final int MOST_DRAWS = 1000;

    /** A factor that exceeds the relative rounding error of computed probabilities. */
    private static final double MARGIN = 1 + 1e-9;

    /**
     * The bound of {@link #chernoff} is not improved if it exceeds this many scales, where e<sup>-x</sup> comes close to the smallest
     * double.
     */
    private static final double MOST_SCALES = 700;

    private final DiscreteLaplace noise;
    private final long draws;
    private final double[] weights;

    /**
     * Creates the distribution of a sum.
     *
     * @param noise the distribution of each draw
     * @param draws the number of draws n, at least 1
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code draws} is out of range
     */
    public LaplaceSum(DiscreteLaplace noise, long draws) {
        this.noise = noise;
        this.draws = Require.atLeast("draws", draws, 1);
        this.weights = draws > MOST_DRAWS ? new double[0] : weights(noise.scale(), (int) draws);
    }

    /** The weights w, by the recurrence that follows from (1 - v)(1 - s v) g' = n q&sup2; g with s = 1 - q&sup2;. */
    private static double[] weights(double scale, int n) {
        double q = Math.exp(-1 / scale);
        double s = -Math.expm1(-2 / scale);
        double r = 1 / (1 + q);
        double[] w = new double[n];
        w[0] = Math.pow(r, n);
        for (int i = 0; i + 1 < n; i++) {
            double before = i == 0 ? 0 : r * r * s * (i - 1) * w[i - 1];
            w[i + 1] = (r * (n * q * q + (1 + s) * i) * w[i] - before) / (i + 1);
        }
        return w;
    }

    /**
     * The smallest whole number of grid steps that the absolute value of the sum exceeds with probability at most {@code failure}, up to
     * the rounding of doubles. For more than {@value #MOST_DRAWS} draws, or if it exceeds {@link #MOST_SCALES} scales, the number may be
     * larger than necessary.
     *
     * @param failure the probability, above 0 and below 1
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code failure} is out of range
     */
    public double within(double failure) {
        Require.probability("failure", failure);
        long high = (long) Math.ceil(chernoff(noise, (double) draws, failure));
        if (weights.length == 0 || high > MOST_SCALES * noise.scale()) {
            return high;
        }
        long low = -1;
        while (high - low > 1) {
            long middle = low + (high - low) / 2;
            if (beyond(middle) * MARGIN <= failure) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return high;
    }

    /** The probability P(|S| &gt; k). */
    private double beyond(long k) {
        double gap = -Math.expm1(-1 / noise.scale());
        double term = Math.exp(-(k + 1) / noise.scale());
        double tail = 0;
        double sum = 0;
        for (int m = 1; m <= weights.length; m++) {
            tail += term;
            sum += weights[weights.length - m] * tail;
            term *= gap * (k + m) / m;
        }
        return 2 * sum;
    }

    /**
     * An upper bound of the quantile of a weighted sum: the smallest x with 2 e<sup>-l x</sup> M(l)<sup>nodes</sup>
     * &le; failure for some l below 1 / scale.
     *
     * @param noise the distribution of each draw
     * @param nodes the number of draws that are added, or the sum of the squares of their weights; above 0
     * @param failure the largest probability with which the sum may exceed the bound in absolute value, above 0 and
     *     below 1
     */
    public static double chernoff(DiscreteLaplace noise, double nodes, double failure) {
        double scale = noise.scale();
        UnivariateFunction width = l -> (Math.log(2 / failure) + nodes * logMoment(scale, l / scale)) / (l / scale);
        return new BrentOptimizer(1e-9, 1e-9)
                .optimize(
                        new MaxEval(200),
                        new UnivariateObjectiveFunction(width),
                        GoalType.MINIMIZE,
                        new SearchInterval(1e-6, 1 - 1e-9))
                .getValue();
    }

    /**
     * The logarithm of the moment generating function of a draw Z: ln E e<sup>l Z</sup> = 2 ln(1 - p) - ln(1 - p
     * e<sup>l</sup>) - ln(1 - p e<sup>-l</sup>), p = e<sup>-1 / scale</sup>.
     */
    private static double logMoment(double scale, double l) {
        return 2 * Math.log(-Math.expm1(-1 / scale))
                - Math.log(-Math.expm1(l - 1 / scale))
                - Math.log(-Math.expm1(-l - 1 / scale));
    }
}
