package dev.weir.operators.aggregate.moment;

import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.operators.aggregate.expect.ExpectedError;

/**
 * The 95 % confidence interval of a mean whose two noisy coordinates A and B have independent noise of one distribution, by Fieller's
 * argument. Let m be the true mean relative to its clamp. Then A (1 - m) - B m has mean 0 and the noise (1 - m) Z1 - m Z2, whose absolute
 * value has the known 95 % point q(m). The interval contains every m with |A (1 - m) - B m| at most q(m), so it covers the true mean with
 * probability 0.95, up to the lattice of the noise. Nothing is linearised, so small counts make the interval wide and not wrong.
 *
 * <p>The ends of the interval are fixed points of m = (A -+ q(m)) / (A + B), found by iteration. Because |q'| is at most q(0), the changes
 * of m shrink at least threefold in each iteration if A + B is at least 3 q(0). If A + B is less, the interval is the whole clamp.
 */
final class Fieller {

    private static final double LOG_20 = Math.log(20);
    private static final int MOST_STEPS = 60;
    private static final double ENOUGH = 1e-16;

    /**
     * How many deviations a mixture of Laplace draws exceeds with probability 0.05 at most: ln 20 / sqrt 2, which is a single draw's own ratio. That of
     * the mixtures that estimates of levels are made of was between 1.98 and 2.12 wherever it was computed.
     */
    private static final double MIXTURE_95 = LOG_20 / Math.sqrt(2);

    private final boolean laplace;
    private final double scale;
    private final double ratio;

    Fieller(AdditiveNoise noise) {
        this(noise.norm() == Norm.L1, noise.scale(), ExpectedError.NORMAL_95);
    }

    private Fieller(boolean laplace, double scale, double ratio) {
        this.laplace = laplace;
        this.scale = scale;
        this.ratio = ratio;
    }

    /**
     * The interval of a mean whose coordinates were both estimated from the draws of several levels.
     *
     * @param norm the norm of the noise that was drawn
     * @param stddev the standard deviation of each coordinate, in grid steps
     */
    static Fieller ofEstimates(Norm norm, double stddev) {
        return new Fieller(false, stddev, norm == Norm.L1 ? MIXTURE_95 : ExpectedError.NORMAL_95);
    }

    /**
     * The ends of the interval, relative to the clamp, from 0 to 1.
     *
     * @param above A, the noisy sum of the values' steps above the lower bound
     * @param below B, the noisy sum of the values' steps below the upper bound
     */
    double[] interval(double above, double below) {
        return above + below < 3 * quantile(0)
                ? new double[] {0, 1}
                : new double[] {end(above, below, -1), end(above, below, 1)};
    }

    private double end(double above, double below, int side) {
        double m = clamped(above / (above + below));
        for (int i = 0; i < MOST_STEPS; i++) {
            double next = clamped((above + side * quantile(m)) / (above + below));
            if (Math.abs(next - m) <= ENOUGH) {
                return next;
            }
            m = next;
        }
        return m;
    }

    private static double clamped(double m) {
        return Math.max(0, Math.min(1, m));
    }

    /** The quantile q(m): the absolute value of the noise (1 - m) Z1 - m Z2 that is exceeded with probability 0.05. */
    double quantile(double m) {
        double large = Math.max(m, 1 - m);
        double small = Math.min(m, 1 - m);
        return scale * (laplace ? laplace(large, small) : ratio * Math.sqrt(large * large + small * small));
    }

    /**
     * Returns the 95 % point of |a Z1 - b Z2| for continuous Laplace noise of scale 1 and a &ge; b &ge; 0. P(|a Z1 - b Z2| &gt; t) =
     * (a&sup2; e<sup>-t/a</sup> - b&sup2; e<sup>-t/b</sup>) / (a&sup2; - b&sup2;) = e<sup>-t/a</sup> (1 + b t phi(x) / (a (a + b))) with
     * phi(x) = (1 - e<sup>-x</sup>) / x and x = t (a - b) / (a b). In the last form nothing cancels. The equation with 0.05 is solved for t
     * by iteration, in which the changes of t shrink at least fivefold.
     */
    private static double laplace(double a, double b) {
        double t = a * LOG_20;
        for (int i = 0; i < MOST_STEPS && b > 0; i++) {
            double x = t * (a - b) / (a * b);
            double phi = x < 1e-9 ? 1 : -Math.expm1(-x) / x;
            double next = a * (LOG_20 + Math.log1p(b * t * phi / (a * (a + b))));
            if (Math.abs(next - t) <= ENOUGH * t) {
                return next;
            }
            t = next;
        }
        return t;
    }
}
