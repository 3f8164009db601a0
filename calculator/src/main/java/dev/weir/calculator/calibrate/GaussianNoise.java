package dev.weir.calculator.calibrate;

import dev.weir.accountant.compose.GaussianCurve;
import dev.weir.accountant.privacy.Require;
import dev.weir.accountant.privacy.Rounding;
import dev.weir.accountant.privacy.Rounding.Margin;

/**
 * The smallest Gaussian noise for a target, continuous or rounded.
 *
 * <p><b>Guarantee.</b> Noise of at least the returned standard deviation is (&epsilon;, &delta;)-differentially
 * private, and 10<sup>-13</sup> of itself less would not be: Balle and Wang (2018), Theorem 8, with every value rounded
 * up. k-fold composition costs a factor {@code sqrt(k)} in noise, exactly.
 */
public final class GaussianNoise {

    private GaussianNoise() {}

    /**
     * The standard deviation for one release.
     *
     * @param sensitivity l2 sensitivity, above 0
     */
    public static double sigma(Target target, double sensitivity) {
        return sigma(target, sensitivity, 1);
    }

    /**
     * The standard deviation of each of {@code count} releases that reach the target together.
     *
     * @param sensitivity l2 sensitivity of each, above 0
     * @param count at least 1
     */
    public static double sigma(Target target, double sensitivity, long count) {
        Require.positive("sensitivity", sensitivity);
        Require.atLeast("count", count, 1);
        double mu = GaussianCurve.mu(target.epsilon(), target.properDelta());
        return Rounding.up(sensitivity / mu * Math.sqrt((double) count), Margin.ARITHMETIC);
    }

    /**
     * The standard deviation for one release by {@code sqrt(2 ln(1.25/delta)) sensitivity / epsilon}: Dwork and Roth
     * (2014), Theorem A.1, whose proof needs &epsilon; &lt; 1. It is kept as history: up to 34 times the noise of
     * {@link #sigma} at small &epsilon;, and above 1 too little from somewhere below 10 on.
     *
     * @param target with &epsilon; below 1
     * @param sensitivity l2 sensitivity, above 0
     */
    public static double classicSigma(Target target, double sensitivity) {
        Require.holds(target.epsilon() < 1, "epsilon", "below 1 for the classic formula", target.epsilon());
        Require.positive("sensitivity", sensitivity);
        double factor = Math.sqrt(2 * StrictMath.log(1.25 / target.properDelta()));
        return Rounding.up(factor * sensitivity / target.epsilon(), Margin.ARITHMETIC);
    }
}
