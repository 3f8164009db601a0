package dev.weir.operators.levels;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.levels.LevelShape;
import dev.weir.accountant.levels.plan.Favour;
import dev.weir.accountant.noise.Randomness;
import dev.weir.accountant.privacy.Budget;
import dev.weir.operators.aggregate.Count;
import dev.weir.operators.aggregate.Estimate;
import dev.weir.operators.keys.KeySpace;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.release.Outcome;
import dev.weir.operators.release.draw.StepDraws;
import dev.weir.operators.result.Estimator;
import dev.weir.operators.testing.LevelPlans;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.time.SlidingWindow;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Rows of sliding windows with levels, from 4000 independent series of each node without records. In each window all rows agree exactly. The mean of a
 * row's error is 0 and its variance is that of its {@code stddev}, in the second step, when windows are not full, and in the eighth, both within 6.5
 * standard errors: 8e-11 for a mean, below 5e-10 for a variance of normal noise and below 8e-9 for one of Laplace noise, whose rows are sums of several
 * draws. With 64 means and 32 variances of each kind a run fails by chance with probability below 3e-7; its seeds are fixed.
 */
@Tag("statistical")
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SlidingLevelStatisticsTest {

    private static final int SERIES = 4000;
    private static final int PANES = 3;
    private static final List<Integer> STEPS = List.of(2, 8);
    private static final double WIDE = 6.5;

    @Test
    void rows_of_sliding_windows_have_the_errors_that_they_state() {
        for (KeySpace keys : List.of(LevelPlans.tree(3, 1), LevelPlans.sets(2, 2, 0, 1, 2, 3))) {
            assertErrors(plan(keys, Plans.GAUSSIAN), 2);
            // the kurtosis of Laplace noise is 6
            assertErrors(plan(keys, Plans.PURE), 5);
        }
    }

    /** A solver that takes the variances of other levels has rows that agree, and other errors than it states. */
    @Test
    void errors_that_are_stated_too_small_by_a_sixth_are_noticed() {
        Plan plan = plan(LevelPlans.tree(3, 1), Plans.GAUSSIAN);
        Errors errors = errors(plan, 7);
        assertThat(errors.isStated(0, 1, 2)).isTrue();
        assertThat(errors.isStated(0, 5.0 / 6, 2)).isFalse();
    }

    private static Plan plan(KeySpace keys, Budget budget) {
        return LevelPlans.of(keys, new Count("n", BigDecimal.ONE))
                .windows(SlidingWindow.of(Duration.ofHours(PANES), Duration.ofHours(1)))
                .spending(6, 0, Favour.LEVELS)
                .plan(budget);
    }

    /** Sums over all series, by step and node. */
    private record Errors(double[] sums, double[] squares, double[] stddevs) {

        void add(int at, Estimate row) {
            double error = row.value().doubleValue();
            sums[at] += error;
            squares[at] += error * error;
            stddevs[at] = row.stddev();
        }

        /** Whether mean and variance are those that rows state, times a factor of the deviation. */
        boolean isStated(int at, double factor, double spread) {
            double stddev = factor * stddevs[at];
            return Math.abs(sums[at] / SERIES) < WIDE * stddev / Math.sqrt(SERIES)
                    && Math.abs(squares[at] / SERIES / (stddev * stddev) - 1) < WIDE * Math.sqrt(spread / SERIES);
        }
    }

    private static void assertErrors(Plan plan, double spread) {
        Errors errors = errors(plan, 3);
        for (int at = 0; at < errors.sums.length; at++) {
            assertThat(errors.isStated(at, 1, spread))
                    .as("step and node %d", at)
                    .isTrue();
        }
    }

    private static Errors errors(Plan plan, long seed) {
        Randomness randomness = new SplittableRandom(seed)::nextLong;
        int nodes = plan.queries().get(0).query().keys().known().size();
        int places = STEPS.size() * nodes;
        Errors errors = new Errors(new double[places], new double[places], new double[places]);
        for (int series = 0; series < SERIES; series++) {
            long[][] totals = totals(plan, randomness);
            for (int i = 0; i < STEPS.size(); i++) {
                List<Estimate> rows = rows(plan, STEPS.get(i), totals);
                LevelStatisticsTest.assertAdd(
                        plan, rows.stream().map(Estimate::value).toList(), 0);
                for (int node = 0; node < nodes; node++) {
                    errors.add(i * nodes + node, rows.get(node));
                }
            }
        }
        return errors;
    }

    /** The noisy totals of one series of each node, by step; those of the steps before the first one are 0. */
    private static long[][] totals(Plan plan, Randomness randomness) {
        PricedQuery query = plan.queries().get(0);
        LevelShape shape = query.query().keys().levels().orElseThrow();
        StepDraws draws = query.draws();
        long[][] totals = new long[STEPS.get(STEPS.size() - 1) + 1][shape.nodes()];
        for (int node = 0; node < shape.nodes(); node++) {
            long[] words = new long[draws.words()];
            for (int step = 1; query.isDrawn(node) && step < totals.length; step++) {
                draws.at(shape.levelOf(node)).draw(words, 0, new long[1], 0, totals[step], node, randomness);
            }
        }
        return totals;
    }

    private static List<Estimate> rows(Plan plan, int step, long[][] totals) {
        PricedQuery query = plan.queries().get(0);
        LevelWindows windows = new LevelWindows(plan, 0, false);
        DrawnNodes window = windows.empty();
        List<String> names = query.query().keys().known();
        long end = step * Plans.HOUR;
        for (int node = 0; node < names.size(); node++) {
            if (query.isDrawn(node)) {
                long[] values = {totals[step][node], totals[Math.max(0, step - PANES)][node]};
                Outcome.Kind kind = Outcome.Kind.RELEASED;
                windows.put(
                        window, new Outcome(kind, 0, names.get(node), end - PANES * Plans.HOUR, end, step, 0, values));
            }
        }
        assertThat(windows.isComplete(window)).isTrue();
        List<Estimate> rows = new ArrayList<>();
        windows.rows(window, end, row -> rows.addAll(new Estimator(query).noisy(row.values(), row.step())));
        return rows;
    }
}
