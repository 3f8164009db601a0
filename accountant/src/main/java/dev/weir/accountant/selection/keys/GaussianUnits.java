package dev.weir.accountant.selection.keys;

import dev.weir.accountant.compose.normal.NormalTail;
import dev.weir.accountant.privacy.Require;

/** The number of units that a key needs to be announced with a given probability, under Gaussian noise. */
final class GaussianUnits {

    private static final double HALF = 0.5;

    private GaussianUnits() {}

    /**
     * The smallest number of units for which the rounded noisy number reaches the threshold with a given probability.
     *
     * @param lone what decides whether a key exists
     * @param threshold the whole threshold
     * @param deviation the standard deviation of the noise before rounding
     * @param chance the probability, at least one half and below 1
     */
    static long of(LoneKey lone, long threshold, double deviation, double chance) {
        requireChance(chance);
        double above = deviation * NormalTail.quantile(StrictMath.log1p(-chance));
        return Math.max(lone.preThreshold(), (long) Math.ceil(threshold - HALF + above));
    }

    static void requireChance(double chance) {
        Require.holds(chance >= HALF && chance < 1, "chance", "at least 0.5 and below 1", chance);
    }
}
