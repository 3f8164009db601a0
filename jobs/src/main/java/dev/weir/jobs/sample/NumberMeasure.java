package dev.weir.jobs.sample;

import dev.weir.operators.aggregate.expect.Expectation;
import java.math.BigDecimal;
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
    public Weight weigh(Expectation.Given truth, ReleasedCell cell) {
        double size = truth.of(Expectation.SIZE);
        double kept = cell.estimate().fields().get("value") instanceof BigDecimal value ? value.doubleValue() : 0;
        double error = cell.errors(truth).get(0).error();
        return new Weight(Math.abs(size - kept), error, Math.abs(size));
    }
}
