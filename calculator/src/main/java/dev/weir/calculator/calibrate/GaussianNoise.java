package dev.weir.calculator.calibrate;

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
}
