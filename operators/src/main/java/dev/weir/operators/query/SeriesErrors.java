package dev.weir.operators.query;

import dev.weir.accountant.continual.CorrelatedNoise;
import dev.weir.accountant.continual.KaryTreeNoise;
import dev.weir.accountant.continual.PricedSeries;
import dev.weir.accountant.continual.SimultaneousBand;
import dev.weir.accountant.continual.plan.NaiveErrors;
import dev.weir.accountant.continual.sums.SeriesSums;
import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.operators.aggregate.Accuracy;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.SeriesPart;
import dev.weir.operators.time.Schedule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * The errors of the releases of a query whose noise is correlated over a series. They are known before any record
 * arrives.
 *
 * @param query the query
 * @param series the noise of each aggregate
 * @param sums the increments that a release sums
 */
record SeriesErrors(Query query, PricedSeries series, SeriesSums sums) {

    private static final double CONFIDENCE = 0.95;

    private static final long YEAR_MILLIS = Duration.ofDays(365).toMillis();

    /**
     * Refuses a query with too much noise. For sliding windows, the limit on a number applies to the totals whose
     * differences are the windows.
     *
     * @throws IllegalArgumentException if no distribution describes the noise of a block at the last step for which the
     * noise is tuned, or the noise of a number's total at its last step may exceed a long
     */
    void requireInRange() {
        for (int i = 0; i < query.aggregates().size(); i++) {
            Aggregate aggregate = query.aggregates().get(i);
            String name = aggregate.names().get(0);
            if (aggregate.isNumber()) {
                StepLaw.requireInLong(name, series.noise(i).stddev(sums.lastStep()), sums.lastStep());
            } else {
                StepLaw.requireInRange(name, plannedStddev(i), sums.plannedSteps());
            }
        }
    }

    /**
     * The standard deviation of the noise in each measured number at a step, in grid steps.
     *
     * @param measured the noise of each measured number
     */
    double[] stddevs(List<CorrelatedNoise> measured, long step) {
        Map<CorrelatedNoise, Double> known = new HashMap<>();
        return measured.stream()
                .mapToDouble(noise -> known.computeIfAbsent(noise, unknown -> stddev(unknown, step)))
                .toArray();
    }

    /** The distributions that {@link PricedQuery#laws} describes. */
    List<AdditiveNoise> laws(long step) {
        return query.hasBlocks()
                ? IntStream.range(0, query.aggregates().size())
                        .mapToObj(series::noise)
                        .map(noise -> StepLaw.ofIntervals(noise.norm(), stddev(noise, step)))
                        .toList()
                : List.of();
    }

    /** The distribution of an aggregate's noise at a step. */
    AdditiveNoise law(int aggregate, long step) {
        CorrelatedNoise noise = series.noise(aggregate);
        return StepLaw.of(noise.norm(), stddev(noise, step));
    }

    private double plannedStddev(int aggregate) {
        return stddev(series.noise(aggregate), sums.plannedSteps());
    }

    private double stddev(CorrelatedNoise noise, long step) {
        return sums.stddev(noise, step);
    }

    /**
     * The accuracy of each released value, at the last step for which the noise is tuned.
     *
     * @param mechanism the name of the mechanism
     */
    List<Accuracy> accuracies(String mechanism) {
        List<Accuracy> accuracies = new ArrayList<>();
        for (int i = 0; i < query.aggregates().size(); i++) {
            query.aggregates().get(i).stepAccuracy(planned(i, mechanism)).forEach(accuracies::add);
        }
        return accuracies;
    }

    private Planned planned(int aggregate, String mechanism) {
        CorrelatedNoise noise = series.noise(aggregate);
        double error95 = sums.error(noise, sums.plannedSteps(), CONFIDENCE);
        return new Planned(noise, plannedStddev(aggregate), error95, mechanism);
    }

    /**
     * The noise at the last step for which it is tuned.
     *
     * @param stddev the standard deviation of the whole noise in the number, in grid steps
     * @param error95 the number of grid steps that the absolute value of the noise exceeds with probability 0.05
     * @param mechanism the name of the mechanism
     */
    private record Planned(CorrelatedNoise noise, double stddev, double error95, String mechanism)
            implements SeriesPart.StepNoise {

        @Override
        public double scale() {
            return noise instanceof KaryTreeNoise tree ? tree.noise().scale() : stddev;
        }

        @Override
        public List<Accuracy> ofLaw(Function<AdditiveNoise, List<Accuracy>> accuracy) {
            AdditiveNoise law = StepLaw.of(noise.norm(), stddev);
            return accuracy.apply(law).stream().map(said -> ofStep(said, law)).toList();
        }

        /**
         * Takes the accuracy that was computed from the distribution of one step, and adds the name of the mechanism
         * and the scale of its draws. That distribution approximates a sum of draws, whose 95 % point may be larger by
         * a grid step, so the larger of the two 95 % points is stated.
         */
        private Accuracy ofStep(Accuracy ofStep, AdditiveNoise law) {
            Map<String, Object> more = new LinkedHashMap<>(ofStep.more());
            more.replace("mechanism", mechanism);
            double unit = ofStep.stddev() / law.stddev();
            double scale = noise instanceof KaryTreeNoise tree ? tree.noise().scale() * unit : ofStep.stddev();
            double error = Math.max(ofStep.error95(), error95 * unit);
            return new Accuracy(ofStep.name(), ofStep.sensitivity(), scale, ofStep.stddev(), error, more);
        }
    }

    /**
     * The last step of the band that {@link PricedQuery.StepErrors#bandSteps} describes. If neither a horizon nor the
     * schedule limits the steps, it is at most the number of steps in a year.
     */
    long bandSteps(Schedule schedule) {
        long steps = Math.min(sums.plannedSteps(), query.window().steps(schedule.from(), schedule.until()));
        boolean isOpen = !sums.hasHorizon() && !schedule.isBounded();
        return isOpen ? Math.min(steps, Math.max(1, YEAR_MILLIS / query.window().cellMillis())) : steps;
    }

    /**
     * The simultaneous confidence band of all releases of one series up to a step, with probability 0.95, in grid
     * steps. For a block it is the band of the block's first number.
     *
     * @param steps the last step of the band, at least 1
     */
    SimultaneousBand band(int aggregate, long steps) {
        return sums.band(series.noise(aggregate), steps, CONFIDENCE);
    }

    /**
     * The standard deviations that simpler mechanisms would have for the same releases at {@link
     * PricedQuery#plannedSteps}.
     */
    NaiveErrors naive(int aggregate) {
        return sums.naiveErrors(series, aggregate);
    }
}
