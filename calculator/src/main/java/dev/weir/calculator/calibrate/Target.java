package dev.weir.calculator.calibrate;

import dev.weir.accountant.privacy.Require;

/**
 * The target of a calibration: the privacy that noise has to reach.
 *
 * @param epsilon &epsilon; in nats, above 0 and finite
 * @param delta &delta;, at least 0 and below 1; a method that needs it above 0 says so
 */
public record Target(double epsilon, double delta) {

    /** @throws dev.weir.accountant.privacy.InvalidParameter if {@code epsilon} or {@code delta} is out of range */
    public Target {
        Require.holds(epsilon > 0 && epsilon < Double.POSITIVE_INFINITY, "epsilon", "above 0 and finite", epsilon);
        Require.holds(delta >= 0 && delta < 1, "delta", ">= 0 and below 1", delta);
    }

    /** The &delta; of this target, which must not be 0. */
    double properDelta() {
        return Require.holds(delta > 0, "delta", "above 0 and below 1", delta);
    }
}
