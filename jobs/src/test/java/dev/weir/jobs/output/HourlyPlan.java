package dev.weir.jobs.output;

import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.aggregate.Count;
import dev.weir.operators.aggregate.Sum;
import dev.weir.operators.keys.DeclaredKeys;
import dev.weir.operators.query.Bounds;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.Query;
import dev.weir.operators.query.Spend;
import dev.weir.operators.time.TimeBounds;
import dev.weir.operators.time.TumblingWindow;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;

/** A plan that counts edits and sums their sizes by hour, for tests of the format of rows. */
final class HourlyPlan {

    private HourlyPlan() {}

    /** @param grid the step of the sum, a decimal */
    static Plan of(String grid, List<String> keys) {
        Sum added = new Sum("added", BigDecimal.ONE, new BigDecimal(grid), new Sum.Range(0, 1000), null);
        Query query = new Query(
                "hourly",
                1,
                "",
                new DeclaredKeys(keys),
                TumblingWindow.of(Duration.ofHours(1)),
                Bounds.NONE,
                List.of(new Count("edits", BigDecimal.ONE), added),
                new Spend(null, 6),
                null);
        Budget budget = new Budget.Pure(BigDecimal.ONE);
        return Plan.of("wiki", PrivacyUnit.USER_PER_DAY, budget, new TimeBounds(0, 0), List.of(query));
    }
}
