package dev.weir.operators.aggregate.sample;

import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.operators.aggregate.expect.Expectation;
import dev.weir.operators.aggregate.expect.ExpectedError;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The exact and private value of one release under some terms.
 *
 * @param expectation computes the error of the value
 * @param fields the fields of the estimate from the exact totals
 * @param totals the coordinates of the aggregate
 * @param noise the distribution of its noise
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
     * A number of the estimate, or the value of one that stands in it; 0 where there is none.
     *
     * @param field the name of the number
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
