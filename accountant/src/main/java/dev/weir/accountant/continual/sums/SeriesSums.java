package dev.weir.accountant.continual.sums;

import dev.weir.accountant.continual.CorrelatedNoise;
import dev.weir.accountant.continual.Participation;
import dev.weir.accountant.continual.PricedSeries;
import dev.weir.accountant.continual.SimultaneousBand;
import dev.weir.accountant.continual.blt.BltDesign;
import dev.weir.accountant.continual.plan.NaiveErrors;
import dev.weir.accountant.continual.tree.KaryTree;
import java.io.Serializable;
import java.util.List;

/**
 * Which increments the release of each step sums: a difference of noisy totals of the series. There is one variant for
 * running totals and one for sliding windows. Every method is a function of configuration alone.
 */
public interface SeriesSums extends Serializable {

    /** The horizon of a series that states none. */
    long UNBOUNDED = Long.MAX_VALUE;

    /** The step at which the series ends for good, at least 1. */
    long lastStep();

    /** The step up to which errors are kept small, from 1 to {@link #lastStep}. */
    long plannedSteps();

    /** For how many steps errors are to be kept small, at least 1, as configuration states it; {@link #UNBOUNDED}: for any. */
    long horizon();

    /** Whether configuration states for how many steps errors are to be kept small. */
    default boolean hasHorizon() {
        return horizon() != UNBOUNDED;
    }

    /** A phrase that names the releases to which the errors stated for {@link #plannedSteps} belong. */
    String planned();

    /**
     * How many steps' increments the release of {@code step} sums, at least 1.
     *
     * @param step the step of the release, at least 1
     */
    long held(long step);

    /** How many noisy totals of earlier steps are kept for each number, because later releases refer to them; at least 0. */
    long kept();

    /** The tree of the noise when the budget is pure &epsilon;-DP. */
    KaryTree tree();

    /**
     * The designs of Gaussian noise to choose from, under budgets other than pure &epsilon;-DP: at least one, of which
     * the best is taken.
     *
     * @param bounds what a unit may contribute to the series
     */
    List<BltDesign> designs(Participation bounds);

    /**
     * The standard deviation of the release of a step, in grid steps.
     *
     * @param noise the noise of the running totals
     * @param step the step of the release, at least 1
     */
    double stddev(CorrelatedNoise noise, long step);

    /**
     * The error of the release of a step that is not exceeded with a stated probability, in grid steps.
     *
     * @param noise the noise of the running totals
     * @param step the step of the release, at least 1
     * @param confidence the probability, between 0 and 1
     */
    double error(CorrelatedNoise noise, long step, double confidence);

    /**
     * The simultaneous confidence band of the releases of steps 1 to {@code steps}.
     *
     * @param noise the noise of the running totals
     * @param steps at least 1
     * @param confidence the probability with which all of them hold, between 0 and 1
     */
    SimultaneousBand band(CorrelatedNoise noise, long steps, double confidence);

    /**
     * The largest standard deviations up to {@link #plannedSteps} of the simple ways to make the same releases.
     *
     * @param series the query of running totals
     * @param aggregate the index of the aggregate in the query, from 0
     */
    NaiveErrors naiveErrors(PricedSeries series, int aggregate);
}
