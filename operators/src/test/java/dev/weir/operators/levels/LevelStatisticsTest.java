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
import dev.weir.operators.time.RunningWindow;
import dev.weir.operators.time.Window;
import java.math.BigDecimal;
import java.time.Duration;
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
    private static final Window FOUR_STEPS =
            RunningWindow.of(Duration.ofHours(1), 4).resetting(Duration.ofHours(4));

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

    /**
     * 2500 series of four steps, each solved by itself: at every step all rows agree and have the errors of that step. Totals of different series are
     * independent, so each of the 36 statistics is that of 2500 numbers.
     */
    @Test
    void rows_of_running_totals_have_the_errors_of_their_steps() throws Exception {
        LevelPlans tree = LevelPlans.of(LevelPlans.tree(3, 1), new Count("n", BigDecimal.ONE));
        assertErrors(tree.windows(FOUR_STEPS).spending(6, 0, Favour.LEVELS).plan(), 2, 4);
    }

    @Test
    void so_have_running_totals_of_a_cube() throws Exception {
        LevelPlans cube = LevelPlans.of(LevelPlans.sets(2, 2, 0, 1, 2, 3), new Count("n", BigDecimal.ONE));
        assertErrors(cube.windows(FOUR_STEPS).spending(6, 0, Favour.LEVELS).plan(), 2, 4);
    }

    private static void assertErrors(LevelPlans plans, Budget budget, double spread) throws Exception {
        assertErrors(plans.spending(6, 1, Favour.LEVELS).plan(budget), spread, 1);
    }

    private static void assertErrors(Plan plan, double spread, int steps) throws Exception {
        List<String> names = plan.queries().get(0).query().keys().known();
        double[] sums = new double[steps * names.size()];
        double[] squares = new double[steps * names.size()];
        double[] stddevs = new double[steps * names.size()];
        for (List<Outcome> rows : windows(plan)) {
            assertAgree(plan, rows);
            for (int node = 0; node < names.size(); node++) {
                Estimate estimate = estimate(plan, rows.get(node));
                double error = estimate.value().doubleValue();
                int at = node * steps + (int) Math.max(0, rows.get(node).step() - 1);
                sums[at] += error;
                squares[at] += error * error;
                stddevs[at] = estimate.stddev();
            }
        }
        double each = (double) WINDOWS / steps;
        for (int at = 0; at < sums.length; at++) {
            double variance = stddevs[at] * stddevs[at];
            String name = names.get(at / steps) + " at step " + at % steps;
            assertThat(Math.abs(sums[at] / each))
                    .as("mean of %s", name)
                    .isLessThan(WIDE * stddevs[at] / Math.sqrt(each));
            assertThat(Math.abs(squares[at] / each / variance - 1))
                    .as("variance of %s", name)
                    .isLessThan(WIDE * Math.sqrt(spread / each));
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
