package dev.weir.accountant.compose.calibrate;

import dev.weir.accountant.compose.GaussianCurve;
import dev.weir.accountant.privacy.Require;
import dev.weir.accountant.privacy.Rounding;
import dev.weir.accountant.privacy.Rounding.Margin;

/**
 * The smallest Gaussian noise for a target, continuous or rounded.
 *
 * <p><b>Guarantee.</b> Noise of at least the returned standard deviation is (&epsilon;, &delta;)-differentially
 * private, and noise that is smaller by a part of 10<sup>-13</sup> would not be: Balle and Wang (2018), Theorem 8, with
 * every value rounded up. k-fold composition costs a factor {@code sqrt(k)} in noise, exactly.
 */
public final class GaussianNoise {

    private GaussianNoise() {}

    /**
     * The standard deviation for one release.
     *
     * @param target the &epsilon;, and a &delta; above 0
     * @param sensitivity l2 sensitivity, above 0
     */
    public static double sigma(Target target, double sensitivity) {
        return sigma(target, sensitivity, 1);
    }

    /**
     * The standard deviation of each of {@code count} releases that reach the target together.
     *
     * @param target the &epsilon; and &delta; of all releases together, &delta; above 0
     * @param sensitivity l2 sensitivity of each, above 0
     * @param count at least 1
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code sensitivity} or {@code count} is out of range
     */
    public static double sigma(Target target, double sensitivity, long count) {
        Require.positive("sensitivity", sensitivity);
        Require.atLeast("count", count, 1);
        double mu = GaussianCurve.mu(target.epsilon(), target.properDelta());
        return Rounding.up(sensitivity / mu * Math.sqrt((double) count), Margin.ARITHMETIC);
    }

    /**
     * The standard deviation for one release by {@code sqrt(2 ln(1.25/delta)) sensitivity / epsilon}: Dwork and Roth
     * (2014), Theorem A.1, whose proof needs &epsilon; &lt; 1. It is kept for comparison. At small &epsilon; it is up
     * to 34 times the noise of {@link #sigma}; above &epsilon; = 1 it is unproved, and too small from an &epsilon;
     * below 10 on.
     *
     * @param target the &epsilon;, below 1, and a &delta; above 0
     * @param sensitivity l2 sensitivity, above 0
     * @throws dev.weir.accountant.privacy.InvalidParameter if the target's &epsilon; is not below 1, or {@code sensitivity} is out of range
     */
    public static double classicSigma(Target target, double sensitivity) {
        Require.holds(target.epsilon() < 1, "epsilon", "below 1 for the classic formula", target.epsilon());
        Require.positive("sensitivity", sensitivity);
        double factor = Math.sqrt(2 * StrictMath.log(1.25 / target.properDelta()));
        return Rounding.up(factor * sensitivity / target.epsilon(), Margin.ARITHMETIC);
    }
}
