package dev.weir.operators.levels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.levels.plan.Favour;
import dev.weir.accountant.levels.plan.LevelPlan;
import dev.weir.operators.aggregate.Count;
import dev.weir.operators.aggregate.DistinctUnits;
import dev.weir.operators.aggregate.Estimate;
import dev.weir.operators.query.Plan;
import dev.weir.operators.release.Outcome;
import dev.weir.operators.result.Estimator;
import dev.weir.operators.testing.LevelPlans;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.time.RunningWindow;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Tests rows of values that do not add up over keys. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class DistinctUnitsOfLevelsTest {

    private static final long END = 7 * Plans.HOUR;

    private static List<Estimate> estimates(Plan plan, Outcome row) {
        return new Estimator(plan.queries().get(0)).noisy(row.values(), row.step());
    }

    /** In running totals too, each row has the total that was drawn for it, with the deviation of its level at its step. */
    @Test
    void distinct_units_so_far_are_released_as_they_were_drawn() throws Exception {
        Plan plan = LevelPlans.of(LevelPlans.tree(3, 2), new DistinctUnits("u", BigDecimal.ONE))
                .windows(RunningWindow.of(Duration.ofHours(1), 24))
                .spending(6, 0, Favour.LEVELS)
                .plan();
        List<Outcome> drawn = LevelRows.drawn(plan, END).stream()
                .map(outcome ->
                        new Outcome(outcome.kind(), 0, outcome.key(), outcome.start(), END, 5, 0, outcome.values()))
                .toList();
        try (LevelRows levels = LevelRows.start(plan)) {
            levels.add(drawn);
            List<Outcome> rows = levels.rows();
            assertThat(rows).hasSize(8);
            for (int node = 0; node < rows.size(); node++) {
                int level = node == 0 ? 0 : node < 3 ? 1 : 2;
                Estimate units = estimates(plan, rows.get(node)).get(0);
                assertThat(units.value().longValueExact())
                        .isEqualTo(drawn.get(node).values()[0]);
                double variance =
                        plan.queries().get(0).levelNoise().orElseThrow().drawn(0, 5)[level];
                assertThat(units.stddev()).isEqualTo(Math.sqrt(variance), within(1e-9));
            }
        }
    }

    /** Distinct units do not add up: each row has the number that was drawn for it, and its deviation. The count beside them is estimated. */
    @Test
    void distinct_units_are_released_as_they_were_drawn() throws Exception {
        Plan plan = LevelPlans.of(
                        LevelPlans.tree(3, 2), new Count("n", BigDecimal.ONE), new DistinctUnits("u", BigDecimal.ONE))
                .spending(6, 2, Favour.EQUAL)
                .plan();
        List<LevelPlan> plans = plan.queries().get(0).levelPrice().orElseThrow().plans();
        List<Outcome> drawn = LevelRows.drawn(plan, END);
        try (LevelRows levels = LevelRows.start(plan)) {
            levels.add(drawn);
            List<Outcome> rows = levels.rows();
            assertThat(rows).hasSize(8);
            for (int node = 0; node < rows.size(); node++) {
                int level = node == 0 ? 0 : node < 3 ? 1 : 2;
                Estimate units = estimates(plan, rows.get(node)).get(1);
                assertThat(units.value().longValueExact())
                        .isEqualTo(drawn.get(node).values()[1]);
                assertThat(units.stddev()).isEqualTo(plans.get(1).noise(level).stddev());
            }
            assertThat(rows.stream()
                            .map(row -> estimates(plan, row).get(0).value().longValueExact()))
                    .isNotEqualTo(
                            drawn.stream().map(outcome -> outcome.values()[0]).toList());
        }
    }
}
