package dev.weir.operators.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.levels.plan.Favour;
import dev.weir.accountant.privacy.Budget;
import dev.weir.operators.aggregate.DistinctUnits;
import dev.weir.operators.query.Plan;
import dev.weir.operators.testing.LevelBlocks;
import dev.weir.operators.testing.LevelPlans;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.time.RunningWindow;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Tests what units move and pay at the nodes of levels where distinct units are counted so far. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LevelUnitsSoFarTest {

    /** A unit moves the root and its region at its first record below them, whatever it does later in other towns; so twelve towns of twelve series fit. */
    @Test
    void distinct_units_move_every_node_once_in_a_series() {
        for (Budget budget : List.of(Plans.GAUSSIAN, Plans.PURE)) {
            Plan plan = LevelPlans.of(LevelPlans.tree(2, 1), new DistinctUnits("u", BigDecimal.ONE))
                    .windows(RunningWindow.of(Duration.ofHours(1), 8).resetting(Duration.ofHours(4)))
                    .spending(12, 0, Favour.LEVELS)
                    .plan(budget);
            GateRun run = new GateRun(plan);
            run.add(LevelBlocks.record(plan, 1 * Plans.HOUR, 1, 1));
            run.add(LevelBlocks.record(plan, 0 * Plans.HOUR, 0, 1));
            run.add(LevelBlocks.record(plan, 2 * Plans.HOUR, 2, 1));
            run.add(LevelBlocks.record(plan, 3 * Plans.HOUR, 1, 1));
            assertThat(run.counted()).isEqualTo(4);
            assertThat(run.totals())
                    .containsExactlyInAnyOrderEntriesOf(Map.of(
                            "0/*,*/" + 2 * Plans.HOUR, List.of(1L),
                            "0/r0,*/" + 2 * Plans.HOUR, List.of(1L),
                            "0/r0,t1/" + 2 * Plans.HOUR, List.of(1L),
                            "0/r0,t0/" + Plans.HOUR, List.of(1L),
                            "0/r1,*/" + 3 * Plans.HOUR, List.of(1L),
                            "0/r1,t0/" + 3 * Plans.HOUR, List.of(1L)));
        }
    }

    /** Twelve series are paid for, and the thirteenth does not: every level is moved once in each. */
    @Test
    void distinct_units_of_as_many_series_fit_as_are_paid_for_and_no_more() {
        for (Budget budget : List.of(Plans.GAUSSIAN, Plans.PURE)) {
            Plan plan = LevelPlans.of(LevelPlans.tree(2, 2), new DistinctUnits("u", BigDecimal.ONE))
                    .windows(RunningWindow.of(Duration.ofHours(1), 8).resetting(Duration.ofHours(4)))
                    .spending(12, 0, Favour.LEVELS)
                    .plan(budget);
            GateRun run = new GateRun(plan);
            for (int series = 0; series < 13; series++) {
                run.add(LevelBlocks.record(plan, 4L * series * Plans.HOUR, 0, 1));
            }
            assertThat(run.counted()).isEqualTo(12);
        }
    }
}
