package dev.weir.accountant.continual.sums;

import dev.weir.accountant.continual.CorrelatedNoise;
import dev.weir.accountant.continual.KaryTreeNoise;
import dev.weir.accountant.continual.Participation;
import dev.weir.accountant.continual.PricedSeries;
import dev.weir.accountant.continual.SeriesPrice;
import dev.weir.accountant.continual.SimultaneousBand;
import dev.weir.accountant.continual.blt.BltDesign;
import dev.weir.accountant.continual.plan.NaiveErrors;
import dev.weir.accountant.continual.tree.KaryTree;
import dev.weir.accountant.privacy.Require;
import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.function.ToDoubleFunction;

/**
 * Windows of several lengths, each of which is the difference of two noisy totals of one series that is never reset. The noise is that of running
 * totals. The errors that are stated here are those of the window with the largest error; a row states its own ({@link Difference}).
 *
 * @param horizon the number of steps for which the noise is tuned, at least 1, or {@link #UNBOUNDED}
 * @param lengths the largest number of steps of each window: at least one window, each with at least 1 step
 * @param kept the number of totals that are kept for later windows, for each measured number
 */
public record WindowsSums(long horizon, List<Long> lengths, long kept) implements SeriesSums {

    /** @throws dev.weir.accountant.privacy.InvalidParameter if a component is out of range */
    public WindowsSums {
        lengths = List.copyOf(lengths);
        Require.atLeast("horizon", horizon, 1);
        Require.atLeast("windows", lengths.size(), 1);
        lengths.forEach(length -> Require.atLeast("steps of a window", length, 1));
    }

    private RunningSums totals() {
        return new RunningSums(horizon, SeriesPrice.LAST_STEP);
    }

    @Override
    public long lastStep() {
        return totals().lastStep();
    }

    @Override
    public long plannedSteps() {
        return totals().plannedSteps();
    }

    @Override
    public String planned() {
        return "the window with the largest error at step " + plannedSteps() + ", for which the noise is tuned";
    }

    @Override
    public long held(long step) {
        return Math.min(step, longest());
    }

    private long longest() {
        return lengths.stream().mapToLong(Long::longValue).max().orElseThrow();
    }

    @Override
    public KaryTree tree() {
        return totals().tree();
    }

    @Override
    public List<BltDesign> designs(Participation bounds) {
        return totals().designs(bounds);
    }

    private double largest(CorrelatedNoise noise, long step, ToDoubleFunction<Difference> error) {
        return lengths.stream()
                .map(length -> new Difference(noise, step, length))
                .mapToDouble(error)
                .max()
                .orElseThrow();
    }

    @Override
    public double stddev(CorrelatedNoise noise, long step) {
        return largest(noise, step, Difference::stddev);
    }

    @Override
    public double error(CorrelatedNoise noise, long step, double confidence) {
        return largest(noise, step, difference -> difference.error(confidence));
    }

    /** The band that contains the windows of all lengths at once: the failure probability is split evenly over the lengths. */
    @Override
    public SimultaneousBand band(CorrelatedNoise noise, long steps, double confidence) {
        LongUnaryOperator nodes = noise instanceof KaryTreeNoise tree ? step -> mostNodes(tree.tree(), step) : held();
        SimultaneousBand.Sliding windows = new SimultaneousBand.Sliding(nodes, step -> stddev(noise, step));
        return SimultaneousBand.of(noise, windows, steps, 1 - (1 - confidence) / lengths.size());
    }

    private LongUnaryOperator held() {
        return this::held;
    }

    private long mostNodes(KaryTree tree, long step) {
        return lengths.stream()
                .mapToLong(length -> tree.differing(Math.max(0, step - length), step))
                .max()
                .orElseThrow();
    }

    /** The errors of the longest window, made in other ways at every step. */
    @Override
    public NaiveErrors naiveErrors(PricedSeries series, int aggregate) {
        return series.naiveSlidingErrors(aggregate, longest());
    }
}
