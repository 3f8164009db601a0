package dev.weir.calculator.theorem;

import dev.weir.accountant.privacy.Require;

/**
 * The statement that something is (&epsilon;, &delta;)-differentially private.
 *
 * <p>Both numbers are upper bounds: whatever computes one rounds up. An infinite &epsilon; (a formula that overflowed)
 * and a &delta; of 1 are true of everything and promise nothing; neither is taken as the input of a theorem.
 *
 * @param epsilon &epsilon; in nats, at least 0
 * @param delta &delta;, from 0 to 1
 */
public record ApproximateLoss(double epsilon, double delta) {

    public ApproximateLoss {
        Require.holds(epsilon >= 0, "epsilon", ">= 0", epsilon);
        Require.holds(delta >= 0 && delta <= 1, "delta", "between 0 and 1", delta);
    }

    /** Pure differential privacy: &delta; is 0. */
    public static ApproximateLoss pure(double epsilon) {
        return new ApproximateLoss(epsilon, 0);
    }

    /** Refuses what a theorem cannot start from: an infinite &epsilon; and a &delta; of 1. */
    ApproximateLoss proper() {
        Require.holds(epsilon < Double.POSITIVE_INFINITY, "epsilon", "finite", epsilon);
        Require.holds(delta < 1, "delta", "below 1", delta);
        return this;
    }
}
