package dev.weir.operators.release;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.keys.KeyRouting;
import dev.weir.operators.query.Plan;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class QueryRoutesTest {

    /** State of windows is assigned to subtasks by this route, whichever number the query has in a later plan. */
    @Test
    void a_query_is_routed_by_its_name_alone() {
        Plan plan = Plans.of(
                PrivacyUnit.USER,
                Plans.PURE,
                Queries.hourly("a").count().contributions(1),
                Queries.hourly("b").count().contributions(1));
        QueryRoutes routes = new QueryRoutes(plan);
        assertThat(routes.of(0)).isEqualTo(KeyRouting.of("a", ""));
        assertThat(routes.of(1)).isEqualTo(KeyRouting.of("b", ""));
        assertThat(routes.getKey(Outcome.closed(1, 0, 1))).isEqualTo(KeyRouting.of("b", ""));
    }
}
