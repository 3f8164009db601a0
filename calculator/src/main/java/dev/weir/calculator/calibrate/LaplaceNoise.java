package dev.weir.calculator.calibrate;

import dev.weir.accountant.compose.NoiseEvent;
import dev.weir.accountant.privacy.Require;
import dev.weir.accountant.privacy.Rounding;
import dev.weir.accountant.privacy.Rounding.Margin;

/** Finds the smallest Laplace noise for a target. */
public final class LaplaceNoise {

    private LaplaceNoise() {}

    /**
     * Returns the scale for one release, rounded up. A &delta; above 0 makes the scale smaller: {@code b = sensitivity / (epsilon - 2
     * ln(1-delta))}, from {@code delta = 1 - e^((epsilon - sensitivity/b)/2)}.
     *
     * @param target the target, whose &delta; may be 0
     * @param sensitivity the l1 sensitivity, above 0
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code sensitivity} is out of range
     */
    public static double scale(Target target, double sensitivity) {
        Require.positive("sensitivity", sensitivity);
        return Rounding.up(sensitivity / (target.epsilon() - 2 * StrictMath.log1p(-target.delta())), Margin.ARITHMETIC);
    }

    /**
     * Returns the scale of each of {@code count} releases that reach the target together, by certified bounds. With {@code delta = 0} the
     * result is {@code count} times the scale for one release.
     *
     * @param target the target of all releases together, whose &delta; may be 0
     * @param sensitivity the l1 sensitivity of each release, above 0
     * @param count the number of releases, at least 1
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code sensitivity} or {@code count} is out of range
     */
    public static double scale(Target target, double sensitivity, long count) {
        Require.positive("sensitivity", sensitivity);
        Require.atLeast("count", count, 1);
        if (count == 1) {
            return scale(target, sensitivity);
        }
        double basic = count / target.epsilon();
        double each = target.delta() == 0
                ? sensitivity / target.epsilon() * count
                : sensitivity * Noise.smallest(target, basic, b -> new NoiseEvent.Laplace(b).times(count));
        return Rounding.up(each, Margin.ARITHMETIC);
    }
}
