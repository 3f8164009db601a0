package dev.weir.accountant.selection.keys;

import dev.weir.accountant.compose.normal.NormalTail;
import dev.weir.accountant.continual.BltNoise;
import dev.weir.accountant.privacy.Require;
import dev.weir.accountant.privacy.Rounding;
import dev.weir.accountant.privacy.Rounding.Margin;
import java.io.Serializable;
import java.util.OptionalLong;

/**
 * Announces a key at the first examination at which its released running total reaches a whole threshold. From then on the total is released
 * at every step to the end of the series. Value and selection are one noisy series.
 *
 * <p><b>Guarantee.</b> Neighbours, terms and proof are those of {@link LoneKey}; a touch is a unit's first kept record for a key in a series.
 * Sensitivity: that of {@link BltNoise}, for which the unit's account pays. The series of every key must have the distribution of one that ran
 * from step 1, whenever its key first exists. Mechanism: while a key needs one unit for its existence its exact total is at most p m. If the
 * released total, which is rounded to whole grid steps, reaches tau<sub>t</sub>, the continuous Gaussian g (B Z)<sub>t</sub> of standard
 * deviation sigma ||B<sub>t</sub>|| is at least tau<sub>t</sub> - 1/2 - p m - h<sub>t</sub>, with the slack h<sub>t</sub> of {@link
 * BltNoise#roundingSlack} and {@link BltNoise#decoderSlack}. tau<sub>t</sub> is the smallest whole number for which this has at
 * most the probability &delta;<sub>t</sub> of the examination:
 *
 * <p>tau<sub>t</sub> = ceil(p m + 1/2 + h<sub>t</sub> + Q<sup>-1</sup>(&delta;<sub>t</sub>) sigma ||B<sub>t</sub>||).
 *
 * <p>Cost: by a union bound over {@link Examinations}, however their totals are correlated, a touch costs at most its &delta;, on top of the
 * price of the noise. Bounds are rounded such that no threshold is too small.
 *
 * <p>Source: {@link LoneKey} and {@link BltNoise}.
 *
 * @param noise the noise of one key's series, in grid steps of a count
 * @param lone what decides whether a key exists, with m for M: the most that one unit adds to one key in a series
 * @param examinations when keys are examined, and the &delta; of each examination
 */
public record RunningThresholds(BltNoise noise, LoneKey lone, Examinations examinations) implements Serializable {

    private static final double HALF = 0.5;

    /**
     * Checks that the parts belong together.
     *
     * @throws dev.weir.accountant.privacy.InvalidParameter if one record may add more than M, or keys are examined after the series has ended
     */
    public RunningThresholds {
        Require.that(
                lone.most() >= noise.fullSize(),
                "most",
                "at least the full size of one contribution, " + noise.fullSize(),
                lone.most());
        Require.that(
                examinations.last() <= noise.lastStep(),
                "last examination",
                "at most the last step of the noise, " + noise.lastStep(),
                examinations.last());
    }

    /**
     * The threshold at a step.
     *
     * @param step a step at which keys are examined
     */
    public long at(long step) {
        return Math.addExact(lone.largest(), (long) Math.ceil(beyond(step)));
    }

    /**
     * The real number that {@link #at} rounds up to a whole number.
     *
     * @param step a step at which keys are examined
     */
    public double exact(long step) {
        return lone.largest() + beyond(step);
    }

    /** What a threshold adds to p m, rounded up. The sum of both may have more digits than a double. */
    private double beyond(long step) {
        return Rounding.up(HALF + slack(step) + examinations.quantile(step) * deviation(step), Margin.FORMULA);
    }

    /**
     * The standard deviation of the continuous noise in the total at a step, rounded up.
     *
     * @param step the step, at least 1
     */
    public double deviation(long step) {
        return Rounding.up(noise.sigma() * Math.sqrt(noise.blt().variance(step)), Margin.SERIES);
    }

    private double slack(long step) {
        double both = noise.roundingSlack(step) + noise.decoderSlack(step, lone.largest());
        return Rounding.up(both, Margin.SERIES);
    }

    /**
     * The number that the released total of a key must reach at a step to be announced, if the key exists and is not announced yet, {@link #at}.
     * Empty if keys are not examined at the step. It is the same for all keys, so a step asks for it once.
     *
     * @param step the step, at least 1
     */
    public OptionalLong announcedFrom(long step) {
        return examinations.isAt(step) ? OptionalLong.of(at(step)) : OptionalLong.empty();
    }

    /**
     * A bound on the probability that a key that needs one unit from the first step on is ever announced: the sum over all examinations,
     * rounded up. The time that it takes grows with their number.
     */
    public double loneBound() {
        double sum = 0;
        for (long step = examinations.from(1); ; step = examinations.from(step + 1)) {
            double above = Math.ceil(beyond(step)) - HALF - slack(step);
            sum += NormalTail.of(above / deviation(step));
            if (step + 1 > examinations.last() || examinations.from(step + 1) > examinations.last()) {
                return Rounding.up(sum, Margin.LONG_SUM);
            }
        }
    }

    /**
     * The smallest number of units whose key has a total above the threshold at a step with a given probability, if each unit has added 1 by
     * then.
     *
     * @param step a step at which keys are examined
     * @param chance the probability, at least one half and below 1
     */
    public long unitsFor(long step, double chance) {
        return GaussianUnits.of(lone, at(step), deviation(step), chance);
    }
}
