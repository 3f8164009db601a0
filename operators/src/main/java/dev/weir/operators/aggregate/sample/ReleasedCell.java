package dev.weir.operators.aggregate.sample;

import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.operators.aggregate.expect.Expectation;
import dev.weir.operators.aggregate.expect.ExpectedError;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The exact and private value of one release, computed from the records that the contribution bounds, accounts and
 * clamps of a query admit.
 *
 * @param expectation says which facts the error of the value depends on, and computes it
 * @param fields the fields of the estimate from the exact totals
 * @param totals the coordinates of the aggregate
 * @param noise the distribution of the aggregate's noise
 */
public record ReleasedCell(
        Expectation expectation, Map<String, @Nullable Object> fields, long[] totals, AdditiveNoise noise) {

    /**
     * The errors of the value.
     *
     * @param truth the known facts about the true value
     */
    public List<ExpectedError> errors(Expectation.Given truth) {
        return expectation.rule().errors(truth, noise);
    }

    /**
     * The error of a value that has one error, or the first of several errors.
     *
     * @param facts the known facts about the true value, by the names of the facts
     */
    public double error(Map<String, Double> facts) {
        return errors(new Expectation.Given(facts)).get(0).error();
    }

    /**
     * Returns a field of the estimate as a number. If the field holds a map, this is the {@code value} in the map. If
     * the field is missing or not a number, the result is 0.
     *
     * @param field the name of the field
     */
    public double number(String field) {
        Object found = fields.get(field);
        Object value = found instanceof Map<?, ?> number ? number.get("value") : found;
        return value instanceof BigDecimal decimal ? decimal.doubleValue() : 0;
    }

    /** Reveals nothing of the totals. */
    @Override
    public String toString() {
        return "ReleasedCell";
    }
}
