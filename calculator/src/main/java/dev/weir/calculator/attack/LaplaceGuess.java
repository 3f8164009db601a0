package dev.weir.calculator.attack;

import dev.weir.accountant.privacy.Require;
import org.apache.commons.math3.analysis.integration.gauss.GaussIntegrator;
import org.apache.commons.math3.analysis.integration.gauss.GaussIntegratorFactory;

/**
 * How often one guesses a fair secret bit b from b m + S, where S is the sum of n independent draws of discrete Laplace noise of parameter
 * &epsilon;: P(z) proportional to e<sup>-&epsilon;|z|</sup>. One guesses b = 1 above m/2 and b = 0 below, and throws a coin at m/2. The law
 * of S is symmetric, so one is right with probability P(S &lt; m/2) + P(S = m/2)/2 for either bit.
 *
 * <p><b>Derivation.</b> S has the characteristic function c(t) = (1 + (sin(t/2) / sinh(&epsilon;/2))&sup2;)<sup>-n</sup>. For a symmetric law
 * on the whole numbers, inversion gives P(S &lt; x) + P(S = x)/2 = 1/2 + 1/(2&pi;) &int;<sub>0</sub><sup>&pi;</sup> c(t) sin(x t) k(t) dt
 * with k(t) = cot(t/2) for whole x and 1 / sin(t/2) for x half-way between. The nearest singularity of c is at a distance of &epsilon;.
 * Panels start with the smaller of &pi; and &epsilon;/&radic;n and double in length, so that none is longer than twice its distance from
 * this singularity.
 *
 * <p><b>Error.</b> Below 1e-12, absolute: panels of 64 Gauss-Legendre nodes resolve up to eight oscillations; what is beyond the last panel is
 * below 1e-18; where Chernoff's bound of P(S &ge; x) is below 1e-17, the result is 1. Tests compare with sums of products and closed forms.
 *
 * @param epsilon &epsilon; of one draw, from 1e-150 to 1e150
 * @param draws n, from 1 to 2<sup>50</sup>
 */
record LaplaceGuess(double epsilon, long draws) {

    private static final GaussIntegrator RULE = new GaussIntegratorFactory().legendre(64, 0, 1);

    private static final double CERTAIN = StrictMath.log(1e-17);
    private static final double NEGLIGIBLE = 1e-20;

    /** If the &epsilon; is larger than this number, then even among 2^50 draws all are 0 with probability 1 - 1e-28. */
    private static final double NO_NOISE = 100;

    LaplaceGuess {
        Require.holds(epsilon >= 1e-150 && epsilon <= 1e150, "epsilon", "between 1e-150 and 1e150", epsilon);
        Require.between("draws", draws, 1, 1L << 50);
    }

    /**
     * The probability of guessing right.
     *
     * @param moved m, what the bit adds to the sum, from 1 to {@code draws}
     */
    double success(long moved) {
        Require.between("moved", moved, 1, draws);
        return upTo(moved / 2.0);
    }

    /**
     * P(S &lt; x) + P(S = x)/2.
     *
     * @param x a multiple of 1/2, above 0; the error is stated for x up to 8 n
     */
    double upTo(double x) {
        if (epsilon > NO_NOISE || chernoff(x) < CERTAIN) {
            return 1;
        }
        return Math.min(1, 0.5 + integral(x, x == Math.rint(x)) / (2 * Math.PI));
    }

    /**
     * The logarithm of the least of a few of Chernoff's bounds of P(S &ge; x). Each is e<sup>-ux</sup> E[e<sup>uS</sup>] for a u below
     * &epsilon;.
     */
    private double chernoff(double x) {
        double least = 0;
        for (int i = 1; i < 32; i++) {
            double u = epsilon * i / 32;
            double ratio = StrictMath.sinh(u / 2) / StrictMath.sinh(epsilon / 2);
            least = Math.min(least, -draws * StrictMath.log1p(-ratio * ratio) - u * x);
        }
        return least;
    }

    private double integral(double x, boolean isWhole) {
        double from = 0;
        double to = Math.min(Math.PI, epsilon / Math.sqrt((double) draws));
        double sum = 0;
        while (from < Math.PI && characteristic(from) * Math.max(1, x) > NEGLIGIBLE) {
            sum += panel(from, to, x, isWhole);
            from = to;
            to = Math.min(Math.PI, 2 * to);
        }
        return sum;
    }

    private double panel(double from, double to, double x, boolean isWhole) {
        double sum = 0;
        for (int i = 0; i < RULE.getNumberOfPoints(); i++) {
            double t = from + (to - from) * RULE.getPoint(i);
            double kernel = (isWhole ? StrictMath.cos(t / 2) : 1) / StrictMath.sin(t / 2);
            sum += RULE.getWeight(i) * characteristic(t) * StrictMath.sin(x * t) * kernel;
        }
        return sum * (to - from);
    }

    private double characteristic(double t) {
        double ratio = StrictMath.sin(t / 2) / StrictMath.sinh(epsilon / 2);
        return StrictMath.exp(-draws * StrictMath.log1p(ratio * ratio));
    }
}
