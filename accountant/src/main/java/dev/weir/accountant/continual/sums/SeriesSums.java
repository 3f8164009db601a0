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
 * Defines, for each step, the increments that the release of the step sums. A release is a noisy total of the series or
 * a difference of two. There is one variant for running totals and one for sliding windows. Every method is a function
 * of configuration alone.
 */
public interface SeriesSums extends Serializable {

    /** The horizon of a series whose configuration states no horizon. */
    long UNBOUNDED = Long.MAX_VALUE;

    /** The last step of the series, at least 1. */
    long lastStep();

    /** The step up to which the noise is tuned for small errors, from 1 to {@link #lastStep}. */
    long plannedSteps();

    /**
     * The number of steps for which errors are to be kept small, as configuration states it, at least 1; {@link #UNBOUNDED} if
     * configuration states no horizon.
     */
    long horizon();

    /** Whether configuration states the number of steps for which errors are to be kept small. */
    default boolean hasHorizon() {
        return horizon() != UNBOUNDED;
    }

    /** A phrase that names the releases for which errors are stated: those at {@link #plannedSteps}. */
    String planned();

    /**
     * The number of steps whose increments the release of {@code step} sums, at least 1.
     *
     * @param step the step of the release, at least 1
     */
    long held(long step);

    /** The number of noisy totals of earlier steps that are kept for later releases, for each number of an aggregate; at least 0. */
    long kept();

    /** The tree of the noise when the budget is pure &epsilon;-DP. */
    KaryTree tree();

    /**
     * The designs of Gaussian noise to choose from, under budgets other than pure &epsilon;-DP. There is at least one design, and the
     * design with the smallest error is taken.
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
     * A bound, in grid steps, that the absolute error of the release of a step does not exceed with a stated probability.
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
     * @param steps the last step of the band, at least 1
     * @param confidence the probability with which all intervals contain their exact values, between 0 and 1
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
