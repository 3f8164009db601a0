package dev.weir.accountant.continual;

import dev.weir.accountant.privacy.Ratio;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * The 2<sup>40</sup> parts into which {@link SeriesPrice} divides the limit D of a unit's size under Gaussian noise.
 *
 * @param contributions the number of contributions of full size on different keys that the share pays for
 * @param bounds what a unit may contribute to one series
 * @param lastStep the step at which a series ends for good
 */
record GaussianParts(long contributions, Participation bounds, long lastStep) {

    /** The number of parts. */
    static final BigInteger NUMBER = BigInteger.ONE.shiftLeft(40);

    private static final double MARGIN = 1 + 0x1p-35;
    private static final int MOST_STEPS_KEPT = 16;
    private static final int MOST_SEPARATE_STEPS_KEPT = 64;

    /** The size of one part: D, rounded up, divided by 2<sup>40</sup> minus one part for each key that counts in D. */
    double size(SensitivityBound bound, long fullSize) {
        Participation once = new Participation(contributions, 1, 0);
        double apart = bound.squared(once, fullSize);
        Participation charged =
                keepsSteps() ? bounds : new Participation(bounds.keys(), bounds.timesWithin(lastStep), 0);
        double pattern = bound.squared(charged, fullSize);
        long keys = apart <= pattern ? contributions : bounds.keys();
        return Math.min(apart, pattern) * MARGIN / (NUMBER.doubleValue() - keys);
    }

    /** sigma&sup2; = 2<sup>40</sup> parts / (2 p), in squared grid steps, exactly. */
    static Ratio variance(double part, Ratio price) {
        return Ratio.of(new BigDecimal(part))
                .times(new Ratio(NUMBER, BigInteger.TWO))
                .dividedBy(price);
    }

    /** How the size of a unit grows, given the size of one part as {@link #size} returns it. */
    UnitGrowth growth(SensitivityBound bound, double part) {
        return keepsSteps()
                ? new GaussianGrowth.KeptSteps(bound, part, (int) bounds.timesWithin(lastStep))
                : new GaussianGrowth.KeptTotal(bound, part);
    }

    /** Whether the step of each contribution to a key is kept: a unit makes more than one contribution to a key, but few. */
    private boolean keepsSteps() {
        long times = bounds.timesWithin(lastStep);
        return times > 1 && times <= (bounds.separation() == 0 ? MOST_STEPS_KEPT : MOST_SEPARATE_STEPS_KEPT);
    }
}
