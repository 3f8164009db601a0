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
 * The exact value of one release under some terms: private.
 *
 * @param aggregate the aggregate that the value belongs to
 * @param expectation computes the error of the value
 * @param estimate the estimate from the exact totals
 * @param totals the coordinates of the aggregate
 * @param noise the distribution of its noise
 */
record ReleasedCell(
        Aggregate aggregate, Expectation expectation, Estimate estimate, long[] totals, AdditiveNoise noise) {

    /** The errors, given the known facts about the true value. */
    List<ExpectedError> errors(Expectation.Given truth) {
        return expectation.rule().errors(truth, noise);
    }

    /** A number of the estimate, or the value of one that stands in it; 0 where there is none. */
    double number(String field) {
        Object found = estimate.fields().get(field);
        Object value = found instanceof Map<?, ?> number ? number.get("value") : found;
        return value instanceof BigDecimal decimal ? decimal.doubleValue() : 0;
    }

    /** Holds nothing of the totals. */
    @Override
    public String toString() {
        return "ReleasedCell";
    }
}
