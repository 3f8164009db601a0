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
 * What is released at each step of a series: a sum of the increments of steps, made of the noisy totals of the series. There is one
 * variant for each set of steps that a release may hold. All of it is a function of configuration.
 */
public interface SeriesSums extends Serializable {

    /** No horizon. */
    long UNBOUNDED = Long.MAX_VALUE;

    /** The step at which the series ends for good, at least 1. */
    long lastStep();

    /** The step up to which errors are kept small, from 1 to {@link #lastStep}. */
    long plannedSteps();

    /** For how many steps errors are to be kept small, at least 1, as configuration states it; {@link #UNBOUNDED}: for any. */
    long horizon();

    /** Whether it is stated for how many steps errors are to be kept small. */
    default boolean hasHorizon() {
        return horizon() != UNBOUNDED;
    }

    /** A phrase that says of which releases the errors are that are stated for {@link #plannedSteps}. */
    String planned();

    /** How many steps the release of a step holds, at least 1. */
    long held(long step);

    /** How many noisy totals of earlier steps are kept for each number, because later releases refer to them; at least 0. */
    long kept();

    /** The tree of the noise under a pure budget. */
    KaryTree tree();

    /**
     * What the parameters of the noise may be best at under other budgets: at least one design, of which the best counts.
     *
     * @param bounds what a unit may contribute to the series
     */
    List<BltDesign> designs(Participation bounds);

    /** The standard deviation of what is released at a step, in grid steps. */
    double stddev(CorrelatedNoise noise, long step);

    /**
     * What is released at a step is off by at most so many grid steps, with some probability.
     *
     * @param confidence that probability, between 0 and 1
     */
    double error(CorrelatedNoise noise, long step, double confidence);

    /**
     * How far all releases of steps 1 to {@code steps} are from the truth at once.
     *
     * @param steps at least 1
     * @param confidence the probability with which all of them hold, between 0 and 1
     */
    SimultaneousBand band(CorrelatedNoise noise, long steps, double confidence);

    /** What the standard deviation at {@link #plannedSteps} would be, if releases were noised in the ways that come to mind first. */
    NaiveErrors naiveErrors(PricedSeries series, int aggregate);
}
