package dev.weir.operators.gate.unit;

import dev.weir.accountant.account.UnitAccount;
import dev.weir.operators.gate.rule.CellRules;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.query.Query;
import java.util.ArrayList;
import java.util.List;

/**
 * A query with the objects that the gate needs for it. It is built once for a subtask and shared by the subtask's
 * tables.
 *
 * @param number the query's number in its plan
 * @param query the query
 * @param rules computes the effects of records on a unit's cell; only one thread may use it
 * @param account computes with the accounts of units for this query
 */
public record GateQuery(int number, Query query, CellRules rules, UnitAccount account) {

    /**
     * Returns the queries of a plan, in their order.
     *
     * @param plan the plan with the priced queries
     */
    public static List<GateQuery> of(Plan plan) {
        List<GateQuery> queries = new ArrayList<>();
        for (PricedQuery priced : plan.queries()) {
            queries.add(new GateQuery(queries.size(), priced.query(), priced.rules(), priced.account()));
        }
        return List.copyOf(queries);
    }
}
