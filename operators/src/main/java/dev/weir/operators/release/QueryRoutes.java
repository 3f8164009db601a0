package dev.weir.operators.release;

import dev.weir.operators.keys.KeyRouting;
import dev.weir.operators.query.Plan;
import org.apache.flink.api.java.functions.KeySelector;

/** Routes all outcomes of a query to one subtask, where its rows meet. Every row asks for its route, so routes are computed once. */
public final class QueryRoutes implements KeySelector<Outcome, Integer> {

    private static final long serialVersionUID = 1L;

    private final int[] routes;

    /**
     * Computes the routes of the queries of a plan.
     *
     * @param plan the plan
     */
    public QueryRoutes(Plan plan) {
        routes = plan.queries().stream()
                .mapToInt(priced -> KeyRouting.of(priced.query().name(), ""))
                .toArray();
    }

    /**
     * The route of a query.
     *
     * @param query the number of the query in the plan
     */
    public int of(int query) {
        return routes[query];
    }

    @Override
    public Integer getKey(Outcome outcome) {
        return of(outcome.query());
    }
}
