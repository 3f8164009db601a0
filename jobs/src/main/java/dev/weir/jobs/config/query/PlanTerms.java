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
 * @param timing the allowed delay and the largest clock skew
 * @param unitName the field and form of the units' ids
 */
public record PlanTerms(String domain, BudgetReader budget, TimeBounds timing, UnitName unitName) {

    /**
     * Builds the plan of these queries.
     *
     * @throws IllegalArgumentException if the queries and the terms do not fit together
     */
    Plan plan(List<Query> queries) {
        return Plan.of(domain, budget.unit(), budget.budget(), timing, queries).withUnitName(unitName);
    }

    /**
     * The reason why a query is refused even in a plan of its own; empty if such a plan is accepted. In this plan the query has
     * its stated share, or the whole budget if it states no share.
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
