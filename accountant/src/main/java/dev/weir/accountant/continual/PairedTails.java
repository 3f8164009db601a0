package dev.weir.accountant.continual;

import dev.weir.accountant.compose.normal.NormalTail;
import org.apache.commons.math3.analysis.UnivariateFunction;
import org.apache.commons.math3.analysis.integration.gauss.GaussIntegrator;
import org.apache.commons.math3.analysis.integration.gauss.GaussIntegratorFactory;
import org.apache.commons.math3.analysis.solvers.BracketingNthOrderBrentSolver;

/**
 * A bound on the probability that the Gaussian noise of any step exceeds a number of its standard deviations in absolute value.
 * {@link SimultaneousBand} states the bound and its sources.
 */
final class PairedTails {

    /** The largest number of steps that are paired. */
    static final int MOST = 4096;

    private static final double WIDEST = 40;
    private static final GaussIntegrator RULE = new GaussIntegratorFactory().legendre(12, 0, 1);

    private final double[] correlations;
    private final long steps;

    /**
     * Creates the tails of a series.
     *
     * @param correlations the correlation of the noise at each of the steps 2, 3, ... with the noise at the step before; later
     *     steps are not paired
     * @param steps the number of steps, above the number of correlations
     */
    private PairedTails(double[] correlations, long steps) {
        this.correlations = correlations;
        this.steps = steps;
    }

    /** The tails of steps that are not paired. */
    static PairedTails none(long steps) {
        return new PairedTails(new double[0], steps);
    }

    /** The tails of the running totals of a series, paired up to step {@value #MOST}. */
    static PairedTails of(BltNoise noise, long steps) {
        double[] correlations = new double[(int) Math.min(steps, MOST) - 1];
        for (int i = 0; i < correlations.length; i++) {
            double before = noise.blt().variance(i + 1);
            double after = noise.blt().variance(i + 2);
            correlations[i] = noise.blt().covariance(i + 1, i + 2) / Math.sqrt(before * after);
        }
        return new PairedTails(correlations, steps);
    }

    /** The smallest number of standard deviations at which the bound is at most {@code failure}, a probability above 0. */
    double factor(double failure) {
        UnivariateFunction excess = q -> Math.log(bound(q)) - Math.log(failure);
        double solved = new BracketingNthOrderBrentSolver(1e-9, 1e-9, 0, 5).solve(100, excess, 0.1, WIDEST);
        return solved * (1 + 1e-8);
    }

    private double bound(double factor) {
        double tail = NormalTail.of(factor);
        double paired = 2 * tail * (correlations.length + 1);
        for (double correlation : correlations) {
            paired -= 2 * jointTail(factor, tail, correlation);
        }
        double rest = (steps - 1 - correlations.length) * Math.log1p(-2 * tail);
        return paired >= 1 ? paired : -Math.expm1(Math.log1p(-paired) + rest);
    }

    /**
     * The probability that two standard normal variables of correlation r &ge; 0 both exceed {@code factor}: Q&sup2; + 1 / (2 pi) &int;
     * exp(-factor&sup2; / (1 + sin a)) da from 0 to asin r (Sheppard's formula).
     */
    private static double jointTail(double factor, double tail, double correlation) {
        double angle = Math.asin(Math.max(0, Math.min(1, correlation)));
        double sum = 0;
        for (int i = 0; i < RULE.getNumberOfPoints(); i++) {
            sum += RULE.getWeight(i) * Math.exp(-factor * factor / (1 + Math.sin(angle * RULE.getPoint(i))));
        }
        return tail * tail + sum * angle / (2 * Math.PI);
    }
}
