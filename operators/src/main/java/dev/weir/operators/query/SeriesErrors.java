package dev.weir.operators.query;

import dev.weir.accountant.continual.BltNoise;
import dev.weir.accountant.continual.CorrelatedNoise;
import dev.weir.accountant.continual.KaryTreeNoise;
import dev.weir.accountant.continual.PricedSeries;
import dev.weir.accountant.continual.SimultaneousBand;
import dev.weir.accountant.continual.plan.NaiveErrors;
import dev.weir.accountant.continual.tree.LaplaceSum;
import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.operators.aggregate.Accuracy;
import dev.weir.operators.aggregate.Block;
import dev.weir.operators.aggregate.Scalar;
import dev.weir.operators.aggregate.expect.ExpectedError;
import dev.weir.operators.time.SeriesWindow;
import dev.weir.operators.time.SlidingWindow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * How far releases of a query are from the truth where noise belongs to a series: known before there is any record.
 *
 * @param query what is asked; its window is a {@link SeriesWindow}
 * @param series the noise of each aggregate
 */
record SeriesErrors(Query query, PricedSeries series) {

    private static final double CONFIDENCE = 0.95;

    /**
     * Refuses what has too much noise. Windows that slide are differences of totals, which count here.
     *
     * @throws IllegalArgumentException if no law states what a block has at the last step for which the noise is tuned, or a total of a
     *     number has more at its last step than a long holds
     */
    void requireInRange() {
        for (int i = 0; i < query.aggregates().size(); i++) {
            if (query.aggregates().get(i) instanceof Block block) {
                StepLaw.requireInRange(block.name(), plannedStddev(i), plannedSteps());
            } else if (query.aggregates().get(i) instanceof Scalar scalar) {
                long last = SeriesDesign.lastStep((SeriesWindow) query.window());
                StepLaw.requireInLong(scalar.name(), series.noise(i).stddev(last), last);
            }
        }
    }

    private long plannedSteps() {
        return SeriesDesign.planned((SeriesWindow) query.window());
    }

    /**
     * The standard deviation of each number that is measured, in grid steps.
     *
     * @param measured the noise of each of them
     */
    double[] stddevs(List<CorrelatedNoise> measured, long step) {
        Map<CorrelatedNoise, Double> known = new HashMap<>();
        return measured.stream()
                .mapToDouble(noise -> known.computeIfAbsent(noise, unknown -> stddev(unknown, step)))
                .toArray();
    }

    /** What {@link PricedQuery#laws} says. */
    List<AdditiveNoise> laws(long step) {
        return query.hasBlocks()
                ? IntStream.range(0, query.aggregates().size())
                        .mapToObj(series::noise)
                        .map(noise -> StepLaw.ofIntervals(noise.norm(), stddev(noise, step)))
                        .toList()
                : List.of();
    }

    /** The law that an aggregate has at a step. */
    AdditiveNoise law(int aggregate, long step) {
        CorrelatedNoise noise = series.noise(aggregate);
        return StepLaw.of(noise.norm(), stddev(noise, step));
    }

    private double plannedStddev(int aggregate) {
        return stddev(series.noise(aggregate), plannedSteps());
    }

    private double stddev(CorrelatedNoise noise, long step) {
        return query.window() instanceof SlidingWindow sliding && step > sliding.panes()
                ? slidingStddev(noise, step, sliding.panes())
                : noise.stddev(step);
    }

    /**
     * Of the difference of two totals. Under Gaussian noise it grows to its limit as the series goes on; there it is read off
     * the limit, because the difference of two large variances would lose digits.
     */
    private static double slidingStddev(CorrelatedNoise noise, long step, long panes) {
        if (noise instanceof BltNoise gaussian) {
            double early = gaussian.stddev(step - panes);
            double late = gaussian.stddev(step);
            double shared = 2 * gaussian.covariance(step - panes, step);
            return Math.min(Math.sqrt(early * early + late * late - shared), gaussian.windowStddev(panes));
        }
        return noise.stddev(panes);
    }

    /**
     * The accuracy of each released value, at the last step for which the noise is tuned.
     *
     * @param mechanism the name of the mechanism
     */
    List<Accuracy> accuracies(String mechanism) {
        List<Accuracy> accuracies = new ArrayList<>();
        for (int i = 0; i < query.aggregates().size(); i++) {
            CorrelatedNoise noise = series.noise(i);
            if (query.aggregates().get(i) instanceof Scalar scalar) {
                accuracies.add(accuracy(scalar, noise, plannedStddev(i)));
            } else {
                AdditiveNoise law = law(i, plannedSteps());
                query.aggregates().get(i).accuracy(law).stream()
                        .map(ofStep -> ofBlock(ofStep, noise, law))
                        .map(ofBlock -> named(ofBlock, mechanism))
                        .forEach(accuracies::add);
            }
        }
        return accuracies;
    }

    private Accuracy accuracy(Scalar aggregate, CorrelatedNoise noise, double stddev) {
        double grid = aggregate.grid().doubleValue();
        double scale = noise instanceof KaryTreeNoise tree ? tree.noise().scale() : stddev;
        return new Accuracy(
                aggregate.name(),
                aggregate.inValueUnits(aggregate.largestTotal(1)),
                scale * grid,
                stddev * grid,
                error95(noise) * grid);
    }

    /**
     * The noise at the last step for which it is tuned is at most so many grid steps in size with probability 0.95. A window under
     * Gaussian noise is the difference of two rounded totals, which is off by up to a step more than what is rounded: all of the
     * deviation counts there, and the next whole number.
     */
    private double error95(CorrelatedNoise noise) {
        if (noise instanceof KaryTreeNoise tree) {
            long nodes = query.window() instanceof SlidingWindow sliding
                    ? Math.min(sliding.panes(), plannedSteps())
                    : tree.tree().nodes(plannedSteps());
            return new LaplaceSum(tree.noise(), nodes).within(1 - CONFIDENCE);
        }
        double stddev = stddev(noise, plannedSteps());
        return query.window() instanceof SlidingWindow
                ? Math.ceil(ExpectedError.NORMAL_95 * stddev)
                : StepLaw.of(noise.norm(), stddev).error(CONFIDENCE);
    }

    /**
     * What the law of one step says of a block, with the scale of its draws. The law stands for a sum of them, whose 95 % point may lie
     * further out by a step: the larger one is stated.
     */
    private Accuracy ofBlock(Accuracy ofStep, CorrelatedNoise noise, AdditiveNoise law) {
        double unit = ofStep.stddev() / law.stddev();
        double scale = noise instanceof KaryTreeNoise tree ? tree.noise().scale() * unit : ofStep.stddev();
        double error95 = Math.max(ofStep.error95(), error95(noise) * unit);
        return new Accuracy(ofStep.name(), ofStep.sensitivity(), scale, ofStep.stddev(), error95, ofStep.more());
    }

    private static Accuracy named(Accuracy accuracy, String mechanism) {
        Map<String, Object> more = new LinkedHashMap<>(accuracy.more());
        more.replace("mechanism", mechanism);
        return new Accuracy(
                accuracy.name(), accuracy.sensitivity(), accuracy.scale(), accuracy.stddev(), accuracy.error95(), more);
    }

    /**
     * How far all releases of one series up to a step are from the truth at once, with probability 0.95, in grid steps: of a block,
     * those of its first number.
     *
     * @param steps the last of them, at least 1
     */
    SimultaneousBand band(int aggregate, long steps) {
        CorrelatedNoise noise = series.noise(aggregate);
        return query.window() instanceof SlidingWindow sliding
                ? SimultaneousBand.of(
                        noise,
                        new SimultaneousBand.Sliding(sliding.panes(), step -> stddev(noise, step)),
                        steps,
                        CONFIDENCE)
                : SimultaneousBand.of(noise, steps, CONFIDENCE);
    }

    /** What the standard deviation at the planned step would be, if releases were noised in the ways that come to mind first. */
    NaiveErrors naive(int aggregate) {
        return query.window() instanceof SlidingWindow sliding
                ? series.naiveSlidingErrors(aggregate, sliding.panes())
                : series.naiveErrors(aggregate, plannedSteps());
    }
}
