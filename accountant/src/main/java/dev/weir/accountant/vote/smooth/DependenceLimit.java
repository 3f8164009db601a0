package dev.weir.accountant.vote.smooth;

import dev.weir.accountant.privacy.Require;
import dev.weir.accountant.vote.exact.GaussianBound;
import org.apache.commons.math3.analysis.solvers.BracketingNthOrderBrentSolver;

/**
 * The largest probability q<sub>0</sub> of another than the likeliest winner up to which the bound that depends on votes is used. It is a
 * function of the noise and the order alone, and so it is public.
 *
 * <p>Papernot and others (2018), section B: the bound of Theorem 6 is certainly valid if ln q is at most each of -(1 + 1/&sigma;)&sup2;, -((a -
 * 0.99)/&sigma;)&sup2; and -1/&sigma;&sup2;. Below the smallest of them q<sub>0</sub> is where the bound meets the loss a/&sigma;&sup2; that holds for all
 * votes; if the bound is smaller there already, q<sub>0</sub> is that limit itself.
 */
public final class DependenceLimit {

    /** How far below a the second order of Theorem 6 must at least be, so that the first one is above a. */
    private static final double ORDER_SLACK = 0.99;

    private static final double LEAST_SIGMA = 1e-3;
    private static final double MOST_SIGMA = 1e9;
    private static final double MOST_ORDER = 1e6;
    private static final double WIDER = 1.5;
    private static final int MOST_STEPS = 1000;

    private DependenceLimit() {}

    /**
     * The value ln q<sub>0</sub>, below 0, with a relative error below 1e-12.
     *
     * @param sigma &sigma;, the standard deviation of the noise on the votes of each label, from 1e-3 to 1e9
     * @param order a, the R&eacute;nyi order, above 1 and at most 1e6
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code sigma} or {@code order} is out of range
     */
    public static double logMiss(double sigma, double order) {
        requireParameters(sigma, order);
        GaussianBound bound = new GaussianBound(sigma * sigma);
        double independent = bound.independent(order);
        double upper = -Math.max(square(1 + 1 / sigma), square((order - ORDER_SLACK) / sigma));
        if (bound.dependent(upper, order) < independent) {
            return upper;
        }
        double lower = 2 * upper;
        while (bound.dependent(lower, order) > independent) {
            lower *= WIDER;
        }
        return new BracketingNthOrderBrentSolver(1e-14, 1e-14, 0, 5)
                .solve(MOST_STEPS, log -> bound.dependent(log, order) / independent - 1, lower, upper);
    }

    static void requireParameters(double sigma, double order) {
        Require.holds(sigma >= LEAST_SIGMA && sigma <= MOST_SIGMA, "sigma", "between 1e-3 and 1e9", sigma);
        Require.holds(order > 1 && order <= MOST_ORDER, "order", "above 1 and at most 1e6", order);
    }

    private static double square(double x) {
        return x * x;
    }
}
