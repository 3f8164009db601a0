package dev.weir.accountant.compose.convert;

import java.util.function.DoubleUnaryOperator;
import org.apache.commons.math3.analysis.solvers.BracketingNthOrderBrentSolver;

/**
 * Finds the root of a monotone function in a bracket, to the last few bits, by Commons Math's Brent solver of order 5.
 */
final class Root {

    private static final int MAX_EVALUATIONS = 300;
    private static final int ORDER = 5;

    private Root() {}

    /**
     * Returns a point within a few units in the last place of the root of {@code f}, whose signs at the two ends must
     * differ.
     */
    static double between(double low, double high, DoubleUnaryOperator f) {
        return new BracketingNthOrderBrentSolver(1e-15, Double.MIN_NORMAL, 0, ORDER)
                .solve(MAX_EVALUATIONS, f::applyAsDouble, low, high);
    }
}
