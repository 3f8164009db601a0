package dev.weir.jobs.sample;

import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.Estimate;
import dev.weir.operators.aggregate.expect.Expectation;
import dev.weir.operators.aggregate.expect.ExpectedError;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/**
 * The exact and private value of one release under some terms.
 *
 * @param aggregate the aggregate to which the value belongs
 * @param expectation computes the error of the value
 * @param estimate the estimate from the exact totals
 * @param totals the totals of the aggregate
 * @param noise the distribution of the aggregate's noise
 */
record ReleasedCell(
        Aggregate aggregate, Expectation expectation, Estimate estimate, long[] totals, AdditiveNoise noise) {

    /** Returns the expected errors, given known facts about the true value. */
    List<ExpectedError> errors(Expectation.Given truth) {
        return expectation.rule().errors(truth, noise);
    }

    /** Returns the number in a field of the estimate, or the {@code value} of an object in this field; 0 if there is none. */
    double number(String field) {
        Object found = estimate.fields().get(field);
        Object value = found instanceof Map<?, ?> number ? number.get("value") : found;
        return value instanceof BigDecimal decimal ? decimal.doubleValue() : 0;
    }

    /** Reveals nothing of the totals. */
    @Override
    public String toString() {
        return "ReleasedCell";
    }
}
