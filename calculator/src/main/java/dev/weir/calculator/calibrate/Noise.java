package dev.weir.calculator.calibrate;

import dev.weir.accountant.compose.ComposedLoss;
import dev.weir.accountant.compose.PrivacyEvent;
import dev.weir.accountant.compose.Subsampled;
import dev.weir.accountant.compose.pld.Work;
import dev.weir.accountant.privacy.Require;
import java.util.function.DoubleFunction;
import java.util.function.DoubleUnaryOperator;

/**
 * Searches for the smallest noise. Estimates by contour integrals guide the search, and certified bounds decide.
 *
 * <p>The search works on the logarithms of noise and &epsilon;, whose relation is nearly linear for every plan.
 */
final class Noise {

    private static final double PRECISION = 1e-8;
    private static final double STRIDE = 0.7;
    private static final double SMALLEST = 1e-12;
    private static final int STEPS = 60;
    private static final double LEAST = Math.log(Subsampled.LEAST_NOISE);

    private Noise() {}

    /**
     * Finds a level of noise at which the plan is certified to reach the target. If the search does not find a smaller level, it returns
     * {@code enough}. The plan's &epsilon; must not grow with the level.
     *
     * @param target the target, with &delta; above 0
     * @param enough a level that is known to be high enough
     * @param plan maps a level of noise to the plan with that noise
     */
    static double smallest(Target target, double enough, DoubleFunction<PrivacyEvent> plan) {
        requireNoise(enough > Subsampled.LEAST_NOISE, Math.log(enough));
        Work work = Work.ofSearch();
        DoubleUnaryOperator over = log ->
                Math.log(Math.max(SMALLEST, estimate(target, plan.apply(Math.exp(log)), work)) / target.epsilon());
        double[] line = root(over, Math.log(enough));
        double log = line[0];
        double missing = certified(target, plan.apply(Math.exp(log)), work);
        for (int i = 0; i < STEPS && missing > 0; i++) {
            log += 1.1 * missing / line[1] + PRECISION * (1 << Math.min(i, 20));
            missing = certified(target, plan.apply(Math.exp(log)), work);
        }
        return missing <= 0 ? Math.min(enough, Math.exp(log)) : enough;
    }

    private static double estimate(Target target, PrivacyEvent plan, Work work) {
        ComposedLoss loss = ComposedLoss.of(plan);
        double delta = target.properDelta();
        return loss.estimateEpsilon(delta, work).orElseGet(() -> loss.certifiedEpsilon(delta, work));
    }

    private static double certified(Target target, PrivacyEvent plan, Work work) {
        double epsilon = ComposedLoss.of(plan).certifiedEpsilon(target.properDelta(), work);
        return epsilon <= target.epsilon() ? 0 : Math.log(epsilon / target.epsilon());
    }

    /**
     * Finds the root of a decreasing function, searching downwards from a point at which the function is below zero. Returns the root and
     * the absolute value of the slope there.
     */
    private static double[] root(DoubleUnaryOperator over, double enough) {
        double high = enough;
        double highValue = over.applyAsDouble(high);
        double low = Math.max(LEAST, high - STRIDE);
        double lowValue = over.applyAsDouble(low);
        while (lowValue < 0) {
            requireNoise(low > LEAST, high);
            double slope = Math.max(0.2, (lowValue - highValue) / (high - low));
            high = low;
            highValue = lowValue;
            low = Math.max(LEAST, low - Math.min(2 * STRIDE, 1.2 * -lowValue / slope + 1e-3));
            lowValue = over.applyAsDouble(low);
        }
        return narrow(over, new double[] {low, lowValue, high, highValue});
    }

    private static void requireNoise(boolean isEnough, double log) {
        Require.that(
                isEnough,
                "epsilon",
                "so small that it takes noise of more than " + Subsampled.LEAST_NOISE + " to reach",
                "one that noise of " + (float) Math.exp(log) + " reaches");
    }

    /** Narrows a bracket of the root by the Illinois variant of regula falsi. */
    private static double[] narrow(DoubleUnaryOperator over, double[] ends) {
        double slope = (ends[1] - ends[3]) / (ends[2] - ends[0]);
        double last = ends[2];
        for (int i = 0; i < STEPS; i++) {
            double at = (ends[0] * ends[3] - ends[2] * ends[1]) / (ends[3] - ends[1]);
            double value = over.applyAsDouble(at);
            int end = value > 0 ? 0 : 2;
            if (Math.abs(value) < PRECISION || Math.abs(at - last) < PRECISION * 1e-2) {
                return new double[] {at, Math.max(0.2, slope)};
            }
            slope = Math.abs((value - ends[end + 1]) / (at - ends[end]));
            ends[end] = at;
            ends[end + 1] = value;
            ends[3 - end] *= (last > at) == (end == 2) && i > 0 ? 0.5 : 1;
            last = at;
        }
        return new double[] {last, Math.max(0.2, slope)};
    }
}
