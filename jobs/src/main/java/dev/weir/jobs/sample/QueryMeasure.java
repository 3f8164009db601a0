package dev.weir.jobs.sample;

import dev.weir.jobs.config.Pipeline;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.Estimate;
import dev.weir.operators.aggregate.sample.ReleasedCell;
import dev.weir.operators.aggregate.sample.Sample;
import dev.weir.operators.aggregate.sample.SampledError;
import dev.weir.operators.aggregate.sample.ValueMeasure;
import dev.weir.operators.query.BlockLayout;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.query.Query;
import dev.weir.operators.result.Estimator;
import dev.weir.operators.time.Schedule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Measures the terms of one query on a sample: the error of every value, by loss of records and noise together, relative to
 * the size of the value. For every choice of terms, the records pass the job's own admission and gate.
 */
final class QueryMeasure {

    private final Pipeline pipeline;
    private final Schedule schedule;
    private final List<SampleRecord> records;
    private final SampledReleases releases;
    private final List<Truths<?>> values = new ArrayList<>();
    private final List<List<SampledError>> configured;

    /** The measure of one value, and for each release the facts about its records from which the measure computes errors. */
    private record Truths<T>(ValueMeasure<T> measure, List<T> ofReleases) {

        static <T> Truths<T> of(ValueMeasure<T> measure, List<Sample> releases) {
            return new Truths<>(measure, releases.stream().map(measure::truth).toList());
        }

        SampledError error(int release, ReleasedCell cell) {
            return measure.error(ofReleases.get(release), cell);
        }
    }

    /**
     * Prepares the measure of one query.
     *
     * @param pipeline the pipeline
     * @param priced the query with the pipeline's terms
     * @param schedule the schedule of the windows that the sample covers
     * @param records the records of the sample that pass the query's filters and have declared keys
     */
    QueryMeasure(Pipeline pipeline, PricedQuery priced, Schedule schedule, List<SampleRecord> records) {
        this.pipeline = pipeline;
        this.schedule = schedule;
        this.records = records;
        GateTrial.Outcome outcome = new GateTrial(pipeline, priced, schedule).run(records);
        this.releases = new SampledReleases(priced, schedule, outcome.admitted());
        for (int i = 0; i < priced.query().aggregates().size(); i++) {
            List<Sample> samples = releases.samples(i);
            for (ValueMeasure<?> measure : priced.query().aggregates().get(i).measures()) {
                values.add(Truths.of(measure, samples));
            }
        }
        this.configured = errorsOfReleases(priced, outcome);
    }

    /** Whether there is nothing to measure, because no release has a record. */
    boolean isEmpty() {
        return releases.all().isEmpty();
    }

    /**
     * Returns the error of each value under the pipeline's terms, summed over all releases. The errors are in the order of the
     * values.
     */
    List<SampledError> errors() {
        return sums(configured);
    }

    private List<SampledError> sums(List<List<SampledError>> releases) {
        SampledError[] sums = new SampledError[values.size()];
        Arrays.fill(sums, SampledError.NONE);
        releases.forEach(errors -> {
            for (int i = 0; i < sums.length; i++) {
                sums[i] = sums[i].plus(errors.get(i));
            }
        });
        return List.of(sums);
    }

    /**
     * Returns the number that a better choice of terms reduces: the error under the pipeline's terms relative to the size of a
     * value, averaged over all values that are not 0 in the whole sample; infinity if all values are 0.
     */
    double off() {
        return average(errors());
    }

    /** Returns what {@link #off()} would be under other terms. */
    double off(PricedQuery priced) {
        GateTrial.Outcome outcome = new GateTrial(pipeline, priced, schedule).run(records);
        return average(sums(errorsOfReleases(priced, outcome)));
    }

    static double average(List<SampledError> errors) {
        return errors.stream()
                .filter(error -> error.size() > 0)
                .mapToDouble(SampledError::off)
                .average()
                .orElse(Double.POSITIVE_INFINITY);
    }

    /**
     * Returns the errors of all values for each release under the pipeline's terms, with the releases in the order of
     * {@link #keys}.
     */
    List<List<SampledError>> errorsOfReleases() {
        return configured;
    }

    private List<List<SampledError>> errorsOfReleases(PricedQuery priced, GateTrial.Outcome outcome) {
        Query query = priced.query();
        Estimator estimator = new Estimator(priced);
        List<long[]> totals = releases.totals(outcome.totals(), query.layout().coordinates());
        List<List<SampledError>> errors = new ArrayList<>();
        for (int i = 0; i < totals.size(); i++) {
            List<ReleasedCell> cells = cells(
                    priced, estimator, totals.get(i), releases.all().get(i).step());
            List<SampledError> ofRelease = new ArrayList<>();
            for (int value = 0; value < values.size(); value++) {
                ofRelease.add(values.get(value).error(i, cells.get(value)));
            }
            errors.add(ofRelease);
        }
        return errors;
    }

    /** Returns the key number of each release. */
    List<Integer> keys() {
        return releases.all().stream().map(SampledReleases.Release::key).toList();
    }

    private static List<ReleasedCell> cells(PricedQuery priced, Estimator estimator, long[] totals, long step) {
        List<Aggregate> aggregates = priced.query().aggregates();
        BlockLayout layout = priced.query().layout();
        long[] measured = new long[layout.measured()];
        for (int i = 0; i < aggregates.size(); i++) {
            aggregates.get(i).measure(totals, layout.coordinate(i), measured, layout.measuredAt(i));
        }
        List<Estimate> estimates = estimator.exact(measured);
        List<ReleasedCell> cells = new ArrayList<>();
        for (int i = 0; i < aggregates.size(); i++) {
            Aggregate aggregate = aggregates.get(i);
            int at = layout.coordinate(i);
            long[] own = Arrays.copyOfRange(totals, at, at + aggregate.coordinates());
            for (int name = 0; name < aggregate.names().size(); name++) {
                cells.add(new ReleasedCell(
                        aggregate.expectations().get(name),
                        estimates.get(cells.size()).fields(),
                        own,
                        priced.errorLaw(i, Math.min(step, priced.lastStep()))));
            }
        }
        return cells;
    }
}
