package dev.weir.jobs.config.query;

import dev.weir.jobs.config.section.BudgetReader;
import dev.weir.operators.encoding.UnitName;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.Query;
import dev.weir.operators.time.TimeBounds;
import java.util.List;
import java.util.Optional;

/**
 * The parts of a plan apart from its queries.
 *
 * @param domain the domain whose budget is spent
 * @param budget the budget and its unit
 * @param timing delay and largest skew
 * @param unitName the ids of the units
 */
public record PlanTerms(String domain, BudgetReader budget, TimeBounds timing, UnitName unitName) {

    /**
     * The plan of these queries.
     *
     * @throws IllegalArgumentException if the queries and the terms do not go together
     */
    Plan plan(List<Query> queries) {
        return Plan.of(domain, budget.unit(), budget.budget(), timing, queries).withUnitName(unitName);
    }

    /**
     * The fault of a query that exists even if the query had its share, or else the whole budget, to itself; empty if
     * there is none.
     */
    Optional<IllegalArgumentException> refusal(Query query) {
        try {
            plan(List.of(query));
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of(e);
        }
    }
}
