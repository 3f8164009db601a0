package dev.weir.jobs.explain;

import dev.weir.accountant.continual.SimultaneousBand;
import dev.weir.accountant.continual.plan.NaiveErrors;
import dev.weir.accountant.continual.sums.Difference;
import dev.weir.operators.aggregate.Accuracy;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.Scalar;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.query.PricedQuery.StepErrors;
import dev.weir.operators.time.Schedule;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * The accuracy of the values of a running total or a sliding window over a whole series, in units of the values. It has the
 * band that holds all steps of one key's series at once with probability 0.95, and the errors that other ways of adding noise
 * would have. For a block of several numbers, both are stated for each number. They are functions of the configuration and the
 * step.
 */
public final class SeriesAccuracies {

    private static final double CONFIDENCE = 0.95;

    private final PricedQuery priced;
    private final long steps;
    private final List<Value> values = new ArrayList<>();

    /**
     * One released value.
     *
     * @param aggregate the number of the aggregate that releases the value, from 0
     * @param measured the index of the aggregate's first measured number
     * @param unit the factor from steps of the measured number's grid to units of the released value
     */
    private record Value(
            String name, int aggregate, int measured, double unit, SimultaneousBand band, NaiveErrors others) {}

    /**
     * Computes the accuracies of a query.
     *
     * @param errors the errors of the query
     * @param steps the last step for which the bands hold, at least 1
     */
    SeriesAccuracies(PricedQuery priced, StepErrors errors, long steps) {
        this.priced = priced;
        this.steps = steps;
        Iterator<Accuracy> accuracies = priced.accuracies().iterator();
        double[] stddevs = priced.stddevs(priced.plannedSteps());
        for (int i = 0; i < priced.query().aggregates().size(); i++) {
            Aggregate aggregate = priced.query().aggregates().get(i);
            SimultaneousBand band = errors.band(i, steps);
            int at = priced.query().layout().measuredAt(i);
            for (String name : aggregate.names()) {
                Accuracy accuracy = accuracies.next();
                double unit = aggregate.stepValue(accuracy, stddevs[at]);
                values.add(new Value(name, i, at, unit, band, errors.naiveErrors(i)));
            }
        }
    }

    /**
     * The accuracies of a card, which is made before there are rows. The schedule determines the last step for which
     * the bands hold.
     */
    static SeriesAccuracies stated(PricedQuery priced, StepErrors errors, Schedule schedule) {
        return new SeriesAccuracies(priced, errors, errors.bandSteps(schedule));
    }

    /** The last step for which the bands hold. */
    long steps() {
        return steps;
    }

    /** The names of the values. */
    public List<String> names() {
        return values.stream().map(Value::name).toList();
    }

    /**
     * Whether a value is a single number, around which a band can be drawn.
     *
     * @param value the index of the value in {@link #names}
     */
    public boolean isNumber(int value) {
        return aggregate(value).isNumber();
    }

    /**
     * Half the width of the band at a step: with probability 0.95, the errors of all steps of a key's series up to
     * {@link #steps} are within the half widths of these steps.
     *
     * @param value the index of the value in {@link #names}
     * @param step the step, at least 1
     */
    public double halfWidth(int value, long step) {
        return values.get(value).band.halfWidth(step) * values.get(value).unit;
    }

    /**
     * Half the width of the band of the released value. A monotone value is the largest total so far, so its error is
     * bounded by the widest band of any step up to this one.
     *
     * @param value the index of the value in {@link #names}
     */
    double releasedHalfWidth(int value, long step) {
        return isMonotone(value)
                ? values.get(value).band.widest(step) * values.get(value).unit
                : halfWidth(value, step);
    }

    /**
     * The standard deviation of a window that is the difference of two totals, at the last step for which the noise is tuned.
     *
     * @param value the index of the value in {@link #names}
     * @param steps the number of steps of the window, at least 1
     */
    double windowStddev(int value, long steps) {
        return difference(value, steps).stddev() * values.get(value).unit;
    }

    /**
     * The bound that the absolute error of such a window exceeds with probability 0.05.
     *
     * @param value the index of the value in {@link #names}
     * @param steps the number of steps of the window, at least 1
     */
    double windowError(int value, long steps) {
        return difference(value, steps).error(CONFIDENCE) * values.get(value).unit;
    }

    private Difference difference(int value, long steps) {
        return new Difference(priced.measuredNoises().get(values.get(value).measured), priced.plannedSteps(), steps);
    }

    /** The standard deviations of other ways of adding noise, at the last step for which this noise is tuned. */
    NaiveErrors others(int value) {
        NaiveErrors steps = values.get(value).others;
        double unit = values.get(value).unit;
        return new NaiveErrors(steps.increments() * unit, steps.recomputed() * unit, steps.binaryTree() * unit);
    }

    /**
     * Whether the released value is the largest total so far.
     *
     * @param value the index of the value in {@link #names}
     */
    public boolean isMonotone(int value) {
        return postProcessing(value).isMonotone();
    }

    /** The post-processing of a value before it is released. */
    Scalar.PostProcessing postProcessing(int value) {
        return aggregate(value).postProcessing();
    }

    private Aggregate aggregate(int value) {
        return priced.query().aggregates().get(values.get(value).aggregate);
    }
}
