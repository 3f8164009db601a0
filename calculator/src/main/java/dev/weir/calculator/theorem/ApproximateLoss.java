package dev.weir.calculator.theorem;

import dev.weir.accountant.privacy.Require;

/**
 * The statement that a mechanism is (&epsilon;, &delta;)-differentially private.
 *
 * <p>Both numbers are upper bounds, so every computation of them rounds up. A loss with an infinite &epsilon; (from a
 * formula that overflowed) or a &delta; of 1 holds for every mechanism and guarantees nothing. No theorem accepts such
 * a loss as input.
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

    /**
     * Returns this loss, and refuses one with an infinite &epsilon; or a &delta; of 1, from which no theorem can start.
     */
    ApproximateLoss proper() {
        Require.holds(epsilon < Double.POSITIVE_INFINITY, "epsilon", "finite", epsilon);
        Require.holds(delta < 1, "delta", "below 1", delta);
        return this;
    }
}
