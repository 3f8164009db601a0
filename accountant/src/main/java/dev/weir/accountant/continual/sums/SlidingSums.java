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
 * Windows that slide by one step: each release holds the last so many steps, the first ones of a series fewer. It is the difference of
 * two noisy totals.
 *
 * @param panes how many steps a window has, at least 1
 */
public record SlidingSums(int panes) implements SeriesSums {

    /** @throws dev.weir.accountant.privacy.InvalidParameter if there is no pane */
    public SlidingSums {
        Require.atLeast("panes", panes, 1);
    }

    /** A series of panes is never reset. */
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
     * The standard deviation of the difference of two totals. Under Gaussian noise it grows to its limit as the series goes on; there it is read off
     * the limit, because the difference of two large variances would lose digits.
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
     * A window holds the noise of its panes. Under Gaussian noise it is the difference of two rounded totals, which is off by up to a step
     * more than what is rounded: all of the deviation counts there, and the next whole number.
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
