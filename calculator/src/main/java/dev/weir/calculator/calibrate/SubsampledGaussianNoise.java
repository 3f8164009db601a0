package dev.weir.calculator.calibrate;

import dev.weir.accountant.compose.NoiseEvent;
import dev.weir.accountant.compose.Subsampled;
import dev.weir.accountant.compose.convert.GaussianCurve;
import dev.weir.accountant.privacy.Require;

/** Finds the smallest Gaussian noise for a target if every release sees only a Poisson sample. */
public final class SubsampledGaussianNoise {

    private SubsampledGaussianNoise() {}

    /**
     * Returns the noise multiplier (standard deviation divided by l2 sensitivity) of each of {@code count} releases
     * that reach the target together, by certified bounds.
     *
     * @param target the target, with &delta; above 0
     * @param rate the sampling rate, above 0 and at most 1
     * @param count the number of releases, at least 1
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code rate} or {@code count} is out of range
     */
    public static double multiplier(Target target, double rate, long count) {
        Require.rate("rate", rate);
        Require.atLeast("count", count, 1);
        requireNoise(target, rate, count);
        double unsampled = Math.sqrt((double) count) / GaussianCurve.mu(target.epsilon(), target.properDelta());
        return Noise.smallest(
                target, unsampled, sigma -> new Subsampled(new NoiseEvent.Gaussian(sigma), rate).times(count));
    }

    /**
     * Refuses a target that is reached without noise. Without noise, &delta; is the probability that a unit is ever
     * sampled.
     */
    private static void requireNoise(Target target, double rate, long count) {
        double everSampled = -Math.expm1(count * Math.log1p(-rate));
        Require.holds(
                target.properDelta() < everSampled * (1 - 1e-9),
                "delta",
                "below the probability of ever being sampled, " + everSampled + ", for noise to be needed",
                target.delta());
    }
}
