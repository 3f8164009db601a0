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

    /** @throws dev.weir.accountant.privacy.InvalidParameter if {@code epsilon} or {@code delta} is out of range */
    public ApproximateLoss {
        Require.holds(epsilon >= 0, "epsilon", ">= 0", epsilon);
        Require.holds(delta >= 0 && delta <= 1, "delta", "between 0 and 1", delta);
    }

    /**
     * The loss under pure differential privacy, whose &delta; is 0.
     *
     * @param epsilon &epsilon; in nats, at least 0
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code epsilon} is negative or not a number
     */
    public static ApproximateLoss pure(double epsilon) {
        return new ApproximateLoss(epsilon, 0);
    }

    /** This loss, unless its &epsilon; is infinite or its &delta; is 1: no theorem can start from such a loss. */
    ApproximateLoss proper() {
        Require.holds(epsilon < Double.POSITIVE_INFINITY, "epsilon", "finite", epsilon);
        Require.holds(delta < 1, "delta", "below 1", delta);
        return this;
    }
}
