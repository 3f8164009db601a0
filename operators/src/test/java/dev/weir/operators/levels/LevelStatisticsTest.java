package dev.weir.operators.levels;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.levels.LevelShape;
import dev.weir.accountant.levels.plan.Favour;
import dev.weir.accountant.privacy.Budget;
import dev.weir.operators.aggregate.Count;
import dev.weir.operators.aggregate.Estimate;
import dev.weir.operators.aggregate.solved.SolvedNumbers;
import dev.weir.operators.query.Plan;
import dev.weir.operators.release.Outcome;
import dev.weir.operators.testing.Chain;
import dev.weir.operators.testing.LevelPlans;
import dev.weir.operators.testing.Plans;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * 10 000 windows through the release operator and the step behind it. All sums agree exactly. The mean of a row's error is 0 and its
 * variance is that of its {@code stddev}, both within 6 standard errors: 2e-9 for each statistic of normal noise, and for Laplace noise, whose rows are
 * sums of several draws, at most a hundred times as much for variances. With 36 statistics a run fails by chance with probability below 1e-5 / 10.
 */
@Tag("statistical")
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LevelStatisticsTest {

    private static final int WINDOWS = 10_000;
    private static final double WIDE = 6;

    @Test
    void rows_of_a_tree_have_the_errors_that_they_state() throws Exception {
        assertErrors(LevelPlans.of(LevelPlans.tree(3, 1), new Count("n", BigDecimal.ONE)), Plans.GAUSSIAN, 2);
    }

    @Test
    void rows_of_a_cube_have_the_errors_that_they_state() throws Exception {
        assertErrors(
                LevelPlans.of(LevelPlans.sets(2, 2, 0, 1, 2, 3), new Count("n", BigDecimal.ONE)), Plans.GAUSSIAN, 2);
    }

    /** The kurtosis of Laplace noise is 6, so that a variance has up to 5 / 2 of the relative variance. */
    @Test
    void so_have_rows_with_laplace_noise() throws Exception {
        assertErrors(LevelPlans.of(LevelPlans.tree(2, 2), new Count("n", BigDecimal.ONE)), Plans.PURE, 5);
    }

    private static void assertErrors(LevelPlans plans, Budget budget, double spread) throws Exception {
        Plan plan = plans.spending(6, 1, Favour.LEVELS).plan(budget);
        List<String> names = plan.queries().get(0).query().keys().known();
        double[] sums = new double[names.size()];
        double[] squares = new double[names.size()];
        double[] stddevs = new double[names.size()];
        for (List<Outcome> rows : windows(plan)) {
            assertAgree(plan, rows);
            for (int node = 0; node < sums.length; node++) {
                Estimate estimate = estimate(plan, rows.get(node));
                double error = estimate.value().doubleValue();
                sums[node] += error;
                squares[node] += error * error;
                stddevs[node] = estimate.stddev();
            }
        }
        for (int node = 0; node < sums.length; node++) {
            double variance = stddevs[node] * stddevs[node];
            assertThat(Math.abs(sums[node] / WINDOWS))
                    .as("mean of %s", names.get(node))
                    .isLessThan(WIDE * stddevs[node] / Math.sqrt(WINDOWS));
            assertThat(Math.abs(squares[node] / WINDOWS / variance - 1))
                    .as("variance of %s", names.get(node))
                    .isLessThan(WIDE * Math.sqrt(spread / WINDOWS));
        }
    }

    private static Estimate estimate(Plan plan, Outcome row) {
        return SolvedNumbers.estimates(plan.queries().get(0).query().aggregates(), row.values())
                .get(0);
    }

    /** The rows of each window, from draws of the release operator. */
    private static List<List<Outcome>> windows(Plan plan) throws Exception {
        Map<Long, List<Outcome>> drawn = new TreeMap<>();
        try (Chain chain = Chain.start(plan, LevelRows.SCHEDULE, 1)) {
            chain.watermark(WINDOWS * Plans.HOUR);
            chain.outcomes().stream()
                    .filter(outcome -> outcome.kind() == Outcome.Kind.RELEASED)
                    .forEach(outcome -> drawn.computeIfAbsent(outcome.end(), end -> new ArrayList<>())
                            .add(outcome));
        }
        assertThat(drawn).hasSize(WINDOWS);
        LevelWindows windows = new LevelWindows(plan, 0, false);
        List<List<Outcome>> solved = new ArrayList<>();
        drawn.forEach((end, outcomes) -> {
            DrawnNodes window = windows.empty();
            outcomes.forEach(outcome -> windows.put(window, outcome));
            assertThat(windows.isComplete(window)).isTrue();
            List<Outcome> rows = new ArrayList<>();
            windows.rows(window, end, rows::add);
            solved.add(rows);
        });
        return solved;
    }

    /** Every row is the sum of the rows of the finest level below it. */
    private static void assertAgree(Plan plan, List<Outcome> rows) {
        LevelShape shape = plan.queries().get(0).query().keys().levels().orElseThrow();
        int finest = shape.levels() - 1;
        assertThat(shape.nodes(finest)).isEqualTo((int) shape.cells());
        for (int level = 0; level < finest; level++) {
            BigDecimal[] sums = new BigDecimal[shape.nodes(level)];
            Arrays.fill(sums, BigDecimal.ZERO);
            for (int cell = 0; cell < shape.cells(); cell++) {
                int node = shape.node(level, cell);
                sums[node] = sums[node].add(
                        estimate(plan, rows.get(shape.start(finest) + cell)).value());
            }
            for (int node = 0; node < sums.length; node++) {
                assertThat(estimate(plan, rows.get(shape.start(level) + node)).value())
                        .isEqualByComparingTo(sums[node]);
            }
        }
    }
}
