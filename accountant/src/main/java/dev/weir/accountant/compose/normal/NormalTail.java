package dev.weir.accountant.compose.normal;

import dev.weir.accountant.privacy.Require;
import dev.weir.accountant.privacy.Rounding.Margin;
import org.apache.commons.math3.analysis.solvers.BracketingNthOrderBrentSolver;

/**
 * The upper tail Q of the standard normal distribution, as {@link MillsRatio} times density.
 *
 * <p>The error of the logarithm is below 4e-16 of its size plus 1e-15, so the relative error of {@link #of} is below
 * {@link Margin#SERIES} wherever the tail is not too small for a double. Results are approximations, not bounds; a
 * caller that needs a bound adds that margin.
 */
public final class NormalTail {

    private static final double LOG_SQRT_TWO_PI = 0.5 * StrictMath.log(2 * Math.PI);
    private static final int MAX_EVALUATIONS = 300;
    private static final int ORDER = 5;

    private NormalTail() {}

    /**
     * The tail probability Q(x).
     *
     * @param x in standard deviations, not NaN
     */
    public static double of(double x) {
        return StrictMath.exp(log(x));
    }

    /**
     * The logarithm ln Q(x), finite for every finite x up to 10<sup>154</sup>.
     *
     * @param x in standard deviations, not NaN
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code x} is out of range
     */
    public static double log(double x) {
        Require.holds(!Double.isNaN(x), "x", "a number", x);
        return x < 0 ? StrictMath.log1p(-of(-x)) : StrictMath.log(MillsRatio.at(x)) - LOG_SQRT_TWO_PI - x * (x / 2);
    }

    /**
     * The x with ln Q(x) = {@code logTail}, rounded up, so that Q(x) is at most e<sup>{@code logTail}</sup>.
     *
     * @param logTail the logarithm of a probability, below 0 and at least -10<sup>6</sup>
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code logTail} is out of range
     */
    public static double quantile(double logTail) {
        Require.holds(logTail < 0 && logTail >= -1e6, "logTail", "below 0 and at least -1e6", logTail);
        double target = logTail * (1 + 1e-14) - Margin.SERIES.relative();
        double high = StrictMath.sqrt(-2 * target) + 1;
        return new BracketingNthOrderBrentSolver(1e-15, 1e-15, 0, ORDER)
                .solve(MAX_EVALUATIONS, x -> log(x) - target, -40, high);
    }
}
