package dev.weir.calculator.calibrate;

import dev.weir.accountant.compose.convert.GaussianCurve;
import dev.weir.accountant.privacy.Require;
import dev.weir.accountant.privacy.Rounding;
import dev.weir.accountant.privacy.Rounding.Margin;

/**
 * Finds the smallest Gaussian noise for a target, for continuous or rounded noise.
 *
 * <p><b>Guarantee.</b> Noise of at least the returned standard deviation gives (&epsilon;, &delta;)-differential
 * privacy, and noise that is smaller by a relative 10<sup>-13</sup> would not: Balle and Wang (2018), Theorem 8, with
 * every value rounded up. For k-fold composition the noise must be larger by a factor of exactly {@code sqrt(k)}.
 */
public final class GaussianNoise {

    private GaussianNoise() {}

    /**
     * The standard deviation of each of {@code count} releases that reach the target together.
     *
     * @param target the target of all releases together, with &delta; above 0
     * @param sensitivity the l2 sensitivity of each release, above 0
     * @param count the number of releases, at least 1
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code sensitivity} or {@code count} is out of range
     */
    public static double sigma(Target target, double sensitivity, long count) {
        Require.positive("sensitivity", sensitivity);
        Require.atLeast("count", count, 1);
        double mu = GaussianCurve.mu(target.epsilon(), target.properDelta());
        return Rounding.up(sensitivity / mu * Math.sqrt((double) count), Margin.ARITHMETIC);
    }
}
