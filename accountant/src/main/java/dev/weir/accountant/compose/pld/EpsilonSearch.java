package dev.weir.accountant.compose.pld;

import java.util.function.DoubleUnaryOperator;

/** Finds the &epsilon; at which a privacy curve falls to a &delta;. The result is never too small. */
final class EpsilonSearch {

    private static final double PRECISION = 1e-11;
    private static final int STEPS = 200;

    private EpsilonSearch() {}

    /**
     * An &epsilon;, at least 0, where the curve is at or below the target; infinity if the search finds none. The result
     * exceeds the least such &epsilon; by at most 10<sup>-11</sup> of itself, unless 200 narrowings of the bracket do not
     * suffice.
     *
     * @param logDelta the logarithm of a non-increasing curve
     * @param target the logarithm of the wanted &delta;
     * @param maximum an &epsilon; at which the curve certainly is below the target, possibly infinite
     * @param guess a first guess
     */
    static double epsilon(DoubleUnaryOperator logDelta, double target, double maximum, double guess) {
        double low = 0;
        double lowValue = logDelta.applyAsDouble(0) - target;
        if (lowValue <= 0) {
            return 0;
        }
        double high = Math.min(maximum, Math.max(guess, 1e-12));
        double highValue = logDelta.applyAsDouble(high) - target;
        double stride = Math.max(1e-6 * high, 1e-14);
        while (!(highValue <= 0) && high < maximum) {
            low = high;
            lowValue = highValue;
            high = Math.min(maximum, high + stride);
            stride *= 16;
            highValue = logDelta.applyAsDouble(high) - target;
            if (stride > 1e300) {
                return Double.POSITIVE_INFINITY;
            }
        }
        return narrow(logDelta, target, new double[] {low, lowValue, high, highValue});
    }

    /**
     * Narrows a bracket by regula falsi with halving of the retained end (Illinois). At the upper end the curve is
     * always at or below the target.
     */
    private static double narrow(DoubleUnaryOperator logDelta, double target, double[] ends) {
        double lowValue = ends[1];
        double highValue = Math.min(ends[3], -1e-300);
        int side = 0;
        for (int i = 0; i < STEPS && ends[2] - ends[0] > PRECISION * ends[2]; i++) {
            double mix = (ends[0] * highValue - ends[2] * lowValue) / (highValue - lowValue);
            double inset = 0.3 * PRECISION * ends[2];
            boolean usable = i % 8 != 7 && mix >= ends[0] && mix <= ends[2];
            double at = usable ? Math.max(ends[0] + inset, Math.min(ends[2] - inset, mix)) : 0.5 * (ends[0] + ends[2]);
            double value = logDelta.applyAsDouble(at) - target;
            if (!(value <= 0)) {
                ends[0] = at;
                lowValue = value;
                highValue *= side > 0 ? 0.5 : 1;
                side = 1;
            } else {
                ends[2] = at;
                highValue = Math.min(value, -1e-300);
                lowValue *= side < 0 ? 0.5 : 1;
                side = -1;
            }
        }
        return ends[2];
    }
}
