package dev.weir.accountant.continual.sums;

import dev.weir.accountant.continual.CorrelatedNoise;
import dev.weir.accountant.continual.KaryTreeNoise;
import dev.weir.accountant.continual.Participation;
import dev.weir.accountant.continual.PricedSeries;
import dev.weir.accountant.continual.SeriesPrice;
import dev.weir.accountant.continual.SimultaneousBand;
import dev.weir.accountant.continual.blt.AnytimeDesign;
import dev.weir.accountant.continual.blt.BltDesign;
import dev.weir.accountant.continual.blt.PrefixDesign;
import dev.weir.accountant.continual.blt.PrefixDesign.Objective;
import dev.weir.accountant.continual.plan.NaiveErrors;
import dev.weir.accountant.continual.tree.KaryTree;
import dev.weir.accountant.continual.tree.LaplaceSum;
import dev.weir.accountant.mechanism.RoundedGaussian;
import dev.weir.accountant.privacy.Require;
import java.util.ArrayList;
import java.util.List;

/**
 * Running totals: each release holds all steps of the series so far.
 *
 * @param horizon the number of steps for which the noise is tuned, at least 1, or {@link #UNBOUNDED}
 * @param lastStep the step at which the series ends for good, at least 1
 */
public record RunningSums(long horizon, long lastStep) implements SeriesSums {

    /**
     * The largest number of separate contributions whose steps are kept for charging; if a unit may make more, they are charged as if they
     * shared a step.
     */
    private static final long MOST_SEPARATE = 64;

    /**
     * Creates running totals. A larger last step is lowered to {@link SeriesPrice#LAST_STEP}, where a series that is never reset ends.
     *
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code horizon} or {@code lastStep} is out of range
     */
    public RunningSums {
        Require.atLeast("horizon", horizon, 1);
        Require.atLeast("last step", lastStep, 1);
        lastStep = Math.min(lastStep, SeriesPrice.LAST_STEP);
    }

    @Override
    public long plannedSteps() {
        return Math.min(hasHorizon() ? horizon : AnytimeDesign.STANDARD.steps(), lastStep);
    }

    @Override
    public String planned() {
        return "step " + plannedSteps() + ", for which the noise is tuned";
    }

    @Override
    public long held(long step) {
        return step;
    }

    @Override
    public long kept() {
        return 0;
    }

    @Override
    public KaryTree tree() {
        return KaryTree.of(plannedSteps());
    }

    /**
     * The designs to choose from. Without a horizon there is only {@link AnytimeDesign#STANDARD}. With a horizon there is a design for
     * separate contributions only if a unit may make several contributions, each on another step, and at most {@link #MOST_SEPARATE}.
     */
    @Override
    public List<BltDesign> designs(Participation bounds) {
        if (!hasHorizon()) {
            return List.of(AnytimeDesign.STANDARD);
        }
        List<BltDesign> designs = new ArrayList<>();
        designs.add(new PrefixDesign(plannedSteps(), 1, 0, Objective.MAX, lastStep));
        if (bounds.separation() > 0 && bounds.times() > 1 && bounds.times() <= MOST_SEPARATE) {
            designs.add(new PrefixDesign(plannedSteps(), bounds.times(), bounds.separation(), Objective.MAX, lastStep));
        }
        return designs;
    }

    @Override
    public double stddev(CorrelatedNoise noise, long step) {
        return noise.stddev(step);
    }

    /**
     * The error of a total. Under Laplace noise it is the noise of as many nodes as the digits of the step select. Under Gaussian noise the
     * total is rounded once to the grid.
     */
    @Override
    public double error(CorrelatedNoise noise, long step, double confidence) {
        return noise instanceof KaryTreeNoise tree
                ? new LaplaceSum(tree.noise(), tree.tree().nodes(step)).within(1 - confidence)
                : RoundedGaussian.withStddev(noise.stddev(step)).error(confidence);
    }

    @Override
    public SimultaneousBand band(CorrelatedNoise noise, long steps, double confidence) {
        return SimultaneousBand.of(noise, steps, confidence);
    }

    @Override
    public NaiveErrors naiveErrors(PricedSeries series, int aggregate) {
        return series.naiveErrors(aggregate, plannedSteps());
    }
}
