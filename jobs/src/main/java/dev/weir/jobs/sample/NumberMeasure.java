package dev.weir.jobs.sample;

import dev.weir.operators.aggregate.expect.Expectation;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Compares a single number.
 *
 * @param facts says what is true of some records, by the names of {@link Expectation}'s facts
 */
record NumberMeasure(Function<List<SampleRecord>, Map<String, Double>> facts)
        implements ValueMeasure<Expectation.Given> {

    @Override
    public Expectation.Given truth(List<SampleRecord> records) {
        return new Expectation.Given(facts.apply(records));
    }

    @Override
    public SampledError error(Expectation.Given truth, ReleasedCell cell) {
        double size = truth.of(Expectation.SIZE);
        double error = cell.errors(truth).get(0).error();
        return new SampledError(Math.abs(size - cell.released()), error, Math.abs(size));
    }
}
