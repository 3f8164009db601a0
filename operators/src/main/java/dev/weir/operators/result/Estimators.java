package dev.weir.operators.result;

import dev.weir.operators.aggregate.Estimate;
import dev.weir.operators.query.Plan;
import dev.weir.operators.release.Outcome;
import dev.weir.operators.time.Window;
import java.io.Serializable;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The estimators of a plan's cells, one for each query and each of its prices. Instances are safe for use by several
 * threads.
 */
public final class Estimators implements Serializable {

    private static final long serialVersionUID = 1L;

    private final Plan plan;
    private final List<List<Estimator>> estimators;

    /**
     * Creates the estimators of a plan.
     *
     * @param plan the plan
     */
    public Estimators(Plan plan) {
        this.plan = plan;
        this.estimators = IntStream.range(0, plan.queries().size())
                .mapToObj(
                        query -> plan.prices(query).stream().map(Estimator::new).toList())
                .toList();
    }

    /**
     * Computes the estimates of a released window from its noisy numbers.
     *
     * @param outcome a released outcome
     */
    public List<Estimate> noisy(Outcome outcome) {
        Estimator estimator = at(outcome.query(), outcome.end());
        if (outcome.window() == 0) {
            return estimator.noisy(outcome.values(), outcome.step());
        }
        Window window = plan.windows().get(outcome.query());
        long held = window.named().get(outcome.window() - 1).steps(outcome.end(), window.cellMillis());
        return estimator.noisyDifference(outcome.values(), outcome.step(), held);
    }

    /**
     * The estimator of a cell.
     *
     * @param query the number of the query in the plan
     * @param end the end of the cell, epoch milliseconds
     */
    public Estimator at(int query, long end) {
        return estimators.get(query).get(plan.priceAt(query, end));
    }
}
