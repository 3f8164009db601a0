package dev.weir.accountant.continual.sums;

import dev.weir.accountant.compose.normal.NormalTail;
import dev.weir.accountant.continual.BltNoise;
import dev.weir.accountant.continual.CorrelatedNoise;
import dev.weir.accountant.continual.KaryTreeNoise;
import dev.weir.accountant.continual.Participation;
import dev.weir.accountant.continual.PricedSeries;
import dev.weir.accountant.continual.SeriesPrice;
import dev.weir.accountant.continual.SimultaneousBand;
import dev.weir.accountant.continual.blt.AnytimeDesign;
import dev.weir.accountant.continual.blt.BltDesign;
import dev.weir.accountant.continual.blt.WindowDesign;
import dev.weir.accountant.continual.plan.NaiveErrors;
import dev.weir.accountant.continual.tree.KaryTree;
import dev.weir.accountant.continual.tree.LaplaceSum;
import dev.weir.accountant.privacy.Require;
import java.util.List;

/**
 * Windows that slide by one step. A release sums the last {@code panes} steps (the first releases of a series have
 * fewer) and is the difference of two noisy totals.
 *
 * @param panes the number of steps of a window, at least 1
 */
public record SlidingSums(int panes) implements SeriesSums {

    /**
     * Creates windows of {@code panes} steps.
     *
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code panes} is below 1
     */
    public SlidingSums {
        Require.atLeast("panes", panes, 1);
    }

    /** The last step of a series of panes, which is never reset. */
    @Override
    public long lastStep() {
        return SeriesPrice.LAST_STEP;
    }

    @Override
    public long plannedSteps() {
        return Math.min(AnytimeDesign.STANDARD.steps(), lastStep());
    }

    @Override
    public long horizon() {
        return UNBOUNDED;
    }

    @Override
    public String planned() {
        return "late windows";
    }

    @Override
    public long held(long step) {
        return Math.min(step, panes);
    }

    @Override
    public long kept() {
        return panes;
    }

    @Override
    public KaryTree tree() {
        return new KaryTree(3, 1);
    }

    @Override
    public List<BltDesign> designs(Participation bounds) {
        return List.of(new WindowDesign(panes));
    }

    /**
     * The standard deviation of the difference of two totals. Under Gaussian noise this standard deviation grows to a limit as the series
     * goes on. The result is capped at the limit, because a difference of large variances, from which it is computed, loses digits.
     */
    @Override
    public double stddev(CorrelatedNoise noise, long step) {
        if (step <= panes) {
            return noise.stddev(step);
        }
        if (noise instanceof BltNoise gaussian) {
            double early = gaussian.stddev(step - panes);
            double late = gaussian.stddev(step);
            double shared = 2 * gaussian.covariance(step - panes, step);
            return Math.min(Math.sqrt(early * early + late * late - shared), gaussian.windowStddev(panes));
        }
        return noise.stddev(panes);
    }

    /**
     * The error of a window. Under Laplace noise the error is the sum of the noise of the window's panes. Under Gaussian noise a window is
     * the difference of two rounded totals, a whole number that differs by at most one grid step from the unrounded difference. The bound
     * therefore is the quantile, rounded up to a whole number.
     */
    @Override
    public double error(CorrelatedNoise noise, long step, double confidence) {
        return noise instanceof KaryTreeNoise tree
                ? new LaplaceSum(tree.noise(), held(step)).within(1 - confidence)
                : Math.ceil(NormalTail.quantile(Math.log1p(-confidence) - Math.log(2)) * stddev(noise, step));
    }

    @Override
    public SimultaneousBand band(CorrelatedNoise noise, long steps, double confidence) {
        SimultaneousBand.Sliding windows = new SimultaneousBand.Sliding(panes, step -> stddev(noise, step));
        return SimultaneousBand.of(noise, windows, steps, confidence);
    }

    @Override
    public NaiveErrors naiveErrors(PricedSeries series, int aggregate) {
        return series.naiveSlidingErrors(aggregate, panes);
    }
}
