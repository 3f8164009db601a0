package dev.weir.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.aggregate.Sum;
import dev.weir.operators.keys.DeclaredKeys;
import dev.weir.operators.query.Bounds;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.Query;
import dev.weir.operators.query.Spend;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.TimeBounds;
import dev.weir.operators.time.TumblingWindow;
import dev.weir.testing.drawn.DrawnRows;
import dev.weir.testing.published.Published.RowPlace;
import dev.weir.testing.scenario.Claims;
import dev.weir.testing.scenario.Scenario;
import dev.weir.testing.scenario.Step;
import dev.weir.testing.statistic.Trials;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** A sum of values from 0 to 1000, without a job: rows are drawn from fixed seeds. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class EvaluationTest {

    private static final long HOUR = 3_600_000;
    private static final Trials TRIALS = Trials.of(4000, 5);
    private static final RowPlace FULL = new RowPlace(0, "q", HOUR, "a");
    private static final RowPlace ZERO = new RowPlace(1, "q", HOUR, "a");

    private static Plan plan() {
        Query query = new Query(
                "q",
                1,
                "records",
                new DeclaredKeys(List.of("a")),
                TumblingWindow.of(Duration.ofHours(1)),
                Bounds.NONE,
                List.of(new Sum("total", BigDecimal.ONE, BigDecimal.ONE, new Sum.Range(0, 1000), null)),
                new Spend(null, 1),
                null);
        Budget budget = new Budget.Pure(BigDecimal.ONE);
        return Plan.of("d", PrivacyUnit.USER_PER_DAY, budget, new TimeBounds(0, HOUR), List.of(query));
    }

    private static Scenario oneRecord(String name, Step.Size size) {
        return new Scenario(name, "one record", List.of(new Step(1, 1, 0, size, Step.Person.CANARY)));
    }

    private static boolean detectsDouble(int scenario) {
        Plan plan = plan();
        Schedule schedule = new Schedule(0, HOUR);
        DrawnRows rows = new DrawnRows(
                plan,
                schedule,
                Map.of(FULL, new long[] {1000}, ZERO, new long[] {0}),
                Map.of(FULL, new long[] {0}, ZERO, new long[] {0}));
        double[] noise = new SplittableRandom(7).doubles(TRIALS.count()).toArray();
        List<Scenario> scenarios =
                List.of(oneRecord("one record", Step.Size.LARGEST), oneRecord("low end", Step.Size.LOW_END));
        return new Evaluation(TRIALS, new Claims(plan, schedule, (query, step) -> 0), scenarios, 3)
                .comparedWith(rows)
                .findings(
                        new Comparison(TRIALS, 1e-6, 3),
                        Map.of(FULL, Map.of("total.value", noise), ZERO, Map.of("total.value", noise)),
                        scenario)
                .get(0)
                .detectsDouble();
    }

    /** A record of value 0 is charged as a full one, so a simulation shows twice the epsilon, but no total moves. */
    @Test
    void twice_the_epsilon_is_not_found_where_the_canary_moves_no_total() {
        assertThat(detectsDouble(0)).isTrue();
        assertThat(detectsDouble(1)).isFalse();
    }
}
