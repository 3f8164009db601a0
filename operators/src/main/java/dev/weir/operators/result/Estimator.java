package dev.weir.operators.result;

import dev.weir.accountant.continual.sums.Difference;
import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.Estimate;
import dev.weir.operators.aggregate.solved.SolvedNumbers;
import dev.weir.operators.query.BlockLayout;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.query.Query;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Turns the measured numbers of a query's cells into released values. This is post-processing and costs no privacy
 * budget. Instances are safe for use by several threads.
 */
public final class Estimator implements Serializable {

    private static final long serialVersionUID = 1L;

    private final List<Aggregate> aggregates;
    private final BlockLayout layout;
    private final PricedQuery priced;
    private final double[] none;

    /**
     * The standard deviations and distributions for the step that was last asked for. They are the same for all keys of
     * a step.
     */
    private transient volatile @Nullable Errors latest;

    private record Errors(long step, double[] stddevs, List<AdditiveNoise> laws) {}

    /**
     * The standard deviations of named windows of the step that was last asked for, by their numbers of steps.
     */
    private transient volatile @Nullable Differences differences;

    private record Differences(long step, Map<Long, double[]> stddevs) {}

    /**
     * Creates an estimator for the cells of a query.
     *
     * @param priced the query and its price
     */
    public Estimator(PricedQuery priced) {
        this.priced = priced;
        aggregates = priced.query().aggregates();
        layout = priced.query().layout();
        none = new double[layout.measured()];
    }

    /**
     * Computes the estimates from noisy numbers.
     *
     * @param measured the measured numbers of all aggregates, in grid steps, laid out as {@link Query#layout} says; with levels {@link
     *     SolvedNumbers}
     * @param step the step of the series; ignored if every cell has independent noise
     * @return one estimate for each released name, in the order of the aggregates; none for a hidden aggregate
     */
    public List<Estimate> noisy(long[] measured, long step) {
        if (priced.levelNoise().isPresent()) {
            return SolvedNumbers.estimates(aggregates, measured, priced.price().norm());
        }
        Errors errors = latest;
        if (errors == null || errors.step != step) {
            errors = new Errors(step, priced.stddevs(step), priced.laws(step));
            latest = errors;
        }
        return estimate(measured, errors.stddevs, errors.laws);
    }

    /**
     * Computes the estimates of a window that is the difference of two noisy totals of a series.
     *
     * @param measured the differences of the measured numbers, in grid steps
     * @param step the step of the later total
     * @param held the number of steps of the window
     * @return one estimate for each released name, in the order of the aggregates; none for a hidden aggregate
     */
    List<Estimate> noisyDifference(long[] measured, long step, long held) {
        Differences known = differences;
        if (known == null || known.step != step) {
            known = new Differences(step, new ConcurrentHashMap<>());
            differences = known;
        }
        double[] stddevs = known.stddevs.computeIfAbsent(held, steps -> stddevs(step, steps));
        return estimate(measured, stddevs, List.of());
    }

    private double[] stddevs(long step, long held) {
        return priced.measuredNoises().stream()
                .mapToDouble(noise -> new Difference(noise, step, held).stddev())
                .toArray();
    }

    /**
     * Computes the estimates from exact numbers, with standard deviations of 0, for teaching and checking.
     *
     * @param measured the exact numbers of all aggregates, in grid steps, laid out as {@link Query#layout} says
     * @return one estimate for each released name, in the order of the aggregates; none for a hidden aggregate
     */
    public List<Estimate> exact(long[] measured) {
        return estimate(measured, none, List.of());
    }

    private List<Estimate> estimate(long[] measured, double[] errors, List<AdditiveNoise> drawn) {
        List<Estimate> estimates = new ArrayList<>();
        for (int i = 0; i < aggregates.size(); i++) {
            AdditiveNoise noise = drawn.isEmpty() ? null : drawn.get(i);
            if (!aggregates.get(i).isHidden()) {
                estimates.addAll(aggregates.get(i).estimate(measured, errors, layout.measuredAt(i), noise));
            }
        }
        return estimates;
    }
}
