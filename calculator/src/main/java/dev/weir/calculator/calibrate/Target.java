package dev.weir.calculator.calibrate;

import dev.weir.accountant.privacy.Require;

/**
 * The target of a calibration: the privacy guarantee that the noise must give.
 *
 * @param epsilon &epsilon; in nats, above 0 and finite
 * @param delta &delta;, at least 0 and below 1; some methods require that it is above 0 and say so
 */
public record Target(double epsilon, double delta) {

    /** @throws dev.weir.accountant.privacy.InvalidParameter if {@code epsilon} or {@code delta} is out of range */
    public Target {
        Require.holds(epsilon > 0 && epsilon < Double.POSITIVE_INFINITY, "epsilon", "above 0 and finite", epsilon);
        Require.holds(delta >= 0 && delta < 1, "delta", ">= 0 and below 1", delta);
    }

    /** Returns the &delta; of this target, and refuses 0. */
    double properDelta() {
        return Require.holds(delta > 0, "delta", "above 0 and below 1", delta);
    }
}
