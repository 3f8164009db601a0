package dev.weir.jobs.explain;

import dev.weir.accountant.continual.SimultaneousBand;
import dev.weir.accountant.continual.plan.NaiveErrors;
import dev.weir.operators.aggregate.Scalar;
import dev.weir.operators.query.PricedTotals;
import dev.weir.operators.time.SlidingWindow;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How accurate the values of a running total or a sliding window are over the whole of a series, in units of the values: the band
 * that holds all steps of one key's series at once with probability 0.95, and what other ways of releasing them would have. All of
 * it is a function of configuration and step.
 */
public final class SeriesAccuracies {

    private final PricedTotals priced;
    private final List<SimultaneousBand> bands;
    private final List<NaiveErrors> others;

    /**
     * The accuracies of a query.
     *
     * @param steps the last step that the bands hold, at least 1
     */
    SeriesAccuracies(PricedTotals priced, long steps) {
        this.priced = priced;
        int values = priced.query().aggregates().size();
        bands = IntStream.range(0, values)
                .mapToObj(value -> priced.band(value, steps))
                .toList();
        others = IntStream.range(0, values).mapToObj(priced::naiveErrors).toList();
    }

    /** The accuracies up to the last step that the noise is tuned for. */
    static SeriesAccuracies planned(PricedTotals priced) {
        return new SeriesAccuracies(priced, priced.plannedSteps());
    }

    /** The names of the values. */
    public List<String> names() {
        return priced.query().aggregates().stream()
                .map(aggregate -> ((Scalar) aggregate).name())
                .toList();
    }

    /**
     * How far a release may be off: half of the band's width.
     *
     * @param value its place in {@link #names}
     */
    public double halfWidth(int value, long step) {
        return bands.get(value).halfWidth(step) * grid(value);
    }

    /**
     * The same for noise that is drawn for each step or pane and added up: as many of its standard deviations.
     *
     * @param value its place in {@link #names}
     */
    public double naiveHalfWidth(int value, long step) {
        double span = span();
        double naive = others.get(value).increments() * Math.sqrt(stepsAdded(step) / span);
        return halfWidth(value, step) / priced.stddevs(step)[value] * naive;
    }

    private double span() {
        return priced.window() instanceof SlidingWindow sliding ? sliding.panes() : priced.plannedSteps();
    }

    /** How many steps' noise a running total, or a window, holds. */
    private double stepsAdded(long step) {
        return priced.window() instanceof SlidingWindow sliding ? Math.min(step, sliding.panes()) : step;
    }

    /** The standard deviations of other ways at the last step that the noise is tuned for. */
    NaiveErrors others(int value) {
        NaiveErrors steps = others.get(value);
        double grid = grid(value);
        return new NaiveErrors(steps.increments() * grid, steps.recomputed() * grid, steps.binaryTree() * grid);
    }

    /** Whether what is released is the largest total so far. */
    public boolean isMonotone(int value) {
        return postProcessing(value).isMonotone();
    }

    /** What becomes of a value before it is released. */
    Scalar.PostProcessing postProcessing(int value) {
        return scalar(value).postProcessing();
    }

    private double grid(int value) {
        return scalar(value).grid().doubleValue();
    }

    private Scalar scalar(int value) {
        return (Scalar) priced.query().aggregates().get(value);
    }
}
