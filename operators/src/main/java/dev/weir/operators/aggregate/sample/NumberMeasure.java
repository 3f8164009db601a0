package dev.weir.operators.aggregate.sample;

import dev.weir.operators.aggregate.expect.Expectation;
import java.util.HashMap;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Compares the number that is computed without noise from the admitted records with the number for all records. The noise is the expected
 * error for the admitted records, because a mean of fewer records has more noise.
 *
 * @param size computes the number for all records
 */
public record NumberMeasure(ToDoubleFunction<Sample> size) implements ValueMeasure<Double> {

    /** The fields of an estimate that contain facts on which errors depend, by the names of the facts. */
    private static final Map<String, String> FIELDS = Map.of(
            Expectation.SIZE, "value",
            Expectation.RECORDS, "count",
            Expectation.DENOMINATOR, "denominator",
            Expectation.MEAN, "mean");

    @Override
    public Double truth(Sample records) {
        return size.applyAsDouble(records);
    }

    @Override
    public SampledError error(Double truth, ReleasedCell cell) {
        Map<String, Double> facts = new HashMap<>();
        for (Expectation.Fact fact : cell.expectation().facts()) {
            facts.put(fact.name(), kept(fact, cell));
        }
        return new SampledError(Math.abs(truth - cell.number("value")), cell.error(facts), Math.abs(truth));
    }

    /**
     * Returns a fact about the records that the gate admits, limited to the range of the fact. The number of records is at
     * least 1.
     */
    private static double kept(Expectation.Fact fact, ReleasedCell cell) {
        double kept = cell.number(FIELDS.getOrDefault(fact.name(), fact.name()));
        double least = fact.name().equals(Expectation.RECORDS) ? 1 : fact.low();
        return Math.max(least, Math.min(fact.high(), kept));
    }
}
