package dev.weir.accountant.compose.pld;

import java.util.function.DoubleUnaryOperator;
import org.apache.commons.math3.analysis.solvers.BracketingNthOrderBrentSolver;

/**
 * The tilt of a bound: the saddle point of {@code e^(K(z) - z epsilon) / (z (1 + z))}, with K the cumulant generating
 * function of the sum. An imprecise tilt costs accuracy and never validity.
 *
 * @param tilt the saddle point, above 0
 * @param epsilon the &epsilon; that has this saddle point
 * @param logDelta Laplace's approximation to the logarithm of {@code delta(epsilon)}
 * @param deviation the standard deviation of the Gaussian that approximates the integrand on the vertical line
 */
record SaddlePoint(double tilt, double epsilon, double logDelta, double deviation) {

    private static final double LOWEST = Math.log(1e-7);
    private static final double HIGHEST = Math.log(1e9);
    private static final double STRIDE = 1.5;
    private static final int MAX_EVALUATIONS = 100;

    /**
     * Returns this saddle point with a tilt of at most {@code most}. The step of the lattice makes a larger tilt
     * useless.
     */
    SaddlePoint capped(double most) {
        return tilt <= most ? this : new SaddlePoint(most, epsilon, logDelta, Math.max(deviation, 1 / most));
    }

    /** The saddle point at {@code epsilon}. */
    static SaddlePoint atEpsilon(SumOfLosses sum, double epsilon) {
        return at(sum, solve(log -> at(sum, Math.exp(log)).epsilon - epsilon), epsilon);
    }

    /** The saddle point of the &epsilon;, at least 0, where &delta; is about {@code exp(logDelta)}. */
    static SaddlePoint atLogDelta(SumOfLosses sum, double logDelta) {
        SaddlePoint saddle = at(sum, solve(log -> logDelta - at(sum, Math.exp(log)).logDelta));
        return saddle.epsilon >= 0 ? saddle : atEpsilon(sum, 0);
    }

    /** Finds a root by widening a bracket from tilt 1, because extreme tilts are costly for unbounded losses. */
    private static double solve(DoubleUnaryOperator increasing) {
        double[] bracket = increasing.applyAsDouble(0) < 0 ? bracketAbove(increasing) : bracketBelow(increasing);
        if (bracket[1] >= HIGHEST || bracket[0] <= LOWEST) {
            return Math.exp(bracket[1] >= HIGHEST ? HIGHEST : LOWEST);
        }
        double log = new BracketingNthOrderBrentSolver(1e-4, 1e-4, 0, 5)
                .solve(MAX_EVALUATIONS, increasing::applyAsDouble, bracket[0], bracket[1]);
        return Math.exp(log);
    }

    private static double[] bracketAbove(DoubleUnaryOperator increasing) {
        double high = STRIDE;
        while (high < HIGHEST && increasing.applyAsDouble(high) < 0) {
            high += STRIDE;
        }
        return new double[] {high - STRIDE, high};
    }

    private static double[] bracketBelow(DoubleUnaryOperator increasing) {
        double low = -STRIDE;
        while (low > LOWEST && increasing.applyAsDouble(low) > 0) {
            low -= STRIDE;
        }
        return new double[] {low, low + STRIDE};
    }

    private static SaddlePoint at(SumOfLosses sum, double tilt) {
        Nodes.Cumulants k = sum.cumulants(tilt);
        return at(k, tilt, k.mean() - 1 / tilt - 1 / (1 + tilt));
    }

    private static SaddlePoint at(SumOfLosses sum, double tilt, double epsilon) {
        return at(sum.cumulants(tilt), tilt, epsilon);
    }

    private static SaddlePoint at(Nodes.Cumulants k, double tilt, double epsilon) {
        double variance = k.variance() + 1 / (tilt * tilt) + 1 / ((1 + tilt) * (1 + tilt));
        double log = k.value() - tilt * epsilon - Math.log(tilt * (1 + tilt)) - 0.5 * Math.log(2 * Math.PI * variance);
        return new SaddlePoint(tilt, epsilon, log, Math.sqrt(variance));
    }

    /**
     * A period such that wrapping the sum's distribution around it changes &delta; by at most about {@code tolerance}
     * of itself. Wrapped mass from below the window is damped by {@code e^(-tilt period)}; Chernoff's inequality bounds
     * the mass from above the window.
     */
    double period(SumOfLosses sum, double tolerance) {
        double below = -(Math.log(tolerance) + logDelta) / tilt;
        double here = sum.cumulants(tilt).value();
        double weight = Math.log(Math.max(1, tilt * (1 + tilt) * deviation) / tolerance);
        double above = Double.POSITIVE_INFINITY;
        for (double steps = 1; steps <= 16; steps *= 1.5) {
            double more = steps / deviation;
            double there = sum.cumulants(tilt + more).value();
            above = Math.min(above, (there - here + weight) / more - epsilon);
        }
        double largest = sum.maximum();
        return Math.max(Math.max(below, 1e-9 * deviation), Math.min(above, largest - epsilon));
    }
}
