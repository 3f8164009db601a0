package dev.weir.accountant.continual.sums;

import dev.weir.accountant.continual.CorrelatedNoise;
import dev.weir.accountant.continual.Participation;
import dev.weir.accountant.continual.PricedSeries;
import dev.weir.accountant.continual.SeriesPrice;
import dev.weir.accountant.continual.SimultaneousBand;
import dev.weir.accountant.continual.blt.AnytimeDesign;
import dev.weir.accountant.continual.blt.BltDesign;
import dev.weir.accountant.continual.blt.WindowDesign;
import dev.weir.accountant.continual.plan.NaiveErrors;
import dev.weir.accountant.continual.tree.KaryTree;
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

    @Override
    public double stddev(CorrelatedNoise noise, long step) {
        return new Difference(noise, step, panes).stddev();
    }

    @Override
    public double error(CorrelatedNoise noise, long step, double confidence) {
        return new Difference(noise, step, panes).error(confidence);
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
