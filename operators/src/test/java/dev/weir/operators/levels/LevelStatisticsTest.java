package dev.weir.operators.levels;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.levels.LevelShape;
import dev.weir.accountant.levels.plan.Favour;
import dev.weir.accountant.privacy.Budget;
import dev.weir.operators.aggregate.Count;
import dev.weir.operators.aggregate.Estimate;
import dev.weir.operators.query.Plan;
import dev.weir.operators.release.Outcome;
import dev.weir.operators.result.Estimator;
import dev.weir.operators.testing.Chain;
import dev.weir.operators.testing.LevelBlocks;
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
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * 10 000 windows through the release operator and the step behind it. All sums agree exactly. The mean of a row's error is 0 and its
 * variance is that of its {@code stddev}, both within 6.5 standard errors: 8e-11 for a mean, below 5e-10 for a variance of normal noise of 2500 numbers,
 * and for Laplace noise, whose rows are sums of several draws, below 8e-9. With some 550 statistics, 40 of them variances of Laplace noise, a run of
 * all tests here fails by chance with probability below 1e-6.
 */
@Tag("statistical")
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LevelStatisticsTest {

    private static final int WINDOWS = 10_000;
    private static final double WIDE = 6.5;
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

    /** Bins and coordinates are solved one by one, to integers on trees; counts and sums beside means follow from millionths. */
    @Test
    void so_have_bins_coordinates_counts_and_sums_beside_means() throws Exception {
        assertErrors(LevelPlans.of(LevelPlans.tree(2, 1), LevelBlocks.HISTOGRAM, LevelBlocks.MEAN), Plans.GAUSSIAN, 2);
        assertErrors(LevelPlans.of(LevelPlans.sets(2, 2, 0, 3), LevelBlocks.VECTOR, LevelBlocks.RATIO), Plans.PURE, 5);
    }

    @Test
    void so_have_running_totals_of_bins_and_variances() throws Exception {
        LevelPlans tree = LevelPlans.of(LevelPlans.tree(2, 1), LevelBlocks.HISTOGRAM, LevelBlocks.VARIANCE);
        assertErrors(tree.windows(FOUR_STEPS).spending(6, 0, Favour.LEVELS).plan(), 2, 4);
    }

    /**
     * Means of 2000 to 8000 records, with the noise of 10 000 windows. To first order their errors have the deviations that rows state: a mean error
     * within 6.5 standard errors of 0, a variance within 6.5 of its own, where the noise of counts changes deviations by less than a tenth of that.
     * Intervals hold the mean in at least 95 % of windows, less 6.5 standard errors of 0.22 %.
     */
    @Test
    void means_have_the_errors_that_they_state() throws Exception {
        for (Budget budget : List.of(Plans.GAUSSIAN, Plans.PURE)) {
            Plan plan = LevelPlans.of(LevelPlans.tree(2, 1), LevelBlocks.MEAN)
                    .spending(6, 1, Favour.LEVELS)
                    .plan(budget);
            Means means = new Means(plan.queries().get(0).query().keys().known().size());
            for (List<Outcome> rows : windows(plan, 10_000)) {
                means.add(plan, rows);
            }
            means.assertStated(budget == Plans.PURE ? 5 : 2);
        }
    }

    private record Means(double[] sums, double[] squares, int[] covered) {

        /** All leaves have means of 1, that is 4 of 10 steps above the lower bound. */
        private static final double TRUE = 1;

        Means(int nodes) {
            this(new double[nodes], new double[nodes], new int[nodes]);
        }

        void add(Plan plan, List<Outcome> rows) {
            for (int node = 0; node < sums.length; node++) {
                Outcome row = rows.get(node);
                Estimate estimate = new Estimator(plan.queries().get(0))
                        .noisy(row.values(), row.step())
                        .get(0);
                double error = (estimate.value().doubleValue() - TRUE) / estimate.stddev();
                sums[node] += error;
                squares[node] += error * error;
                List<?> interval = Fields.list(estimate.fields(), "interval");
                double low = ((BigDecimal) interval.get(0)).doubleValue();
                double high = ((BigDecimal) interval.get(1)).doubleValue();
                covered[node] += low <= TRUE && TRUE <= high ? 1 : 0;
            }
        }

        void assertStated(double spread) {
            for (int node = 0; node < sums.length; node++) {
                assertThat(Math.abs(sums[node] / WINDOWS)).isLessThan(WIDE / Math.sqrt(WINDOWS));
                assertThat(Math.abs(squares[node] / WINDOWS - 1)).isLessThan(WIDE * Math.sqrt(spread / WINDOWS));
                assertThat((double) covered[node] / WINDOWS)
                        .isGreaterThan(0.95 - WIDE * Math.sqrt(0.95 * 0.05 / WINDOWS));
            }
        }
    }

    private static void assertErrors(LevelPlans plans, Budget budget, double spread) throws Exception {
        assertErrors(plans.spending(6, 1, Favour.LEVELS).plan(budget), spread, 1);
    }

    private static void assertErrors(Plan plan, double spread, int steps) throws Exception {
        List<String> names = plan.queries().get(0).query().keys().known();
        List<List<Outcome>> windows = windows(plan);
        int width = numbers(plan, windows.get(0).get(0)).size();
        double[] sums = new double[steps * width * names.size()];
        double[] squares = new double[sums.length];
        double[] stddevs = new double[sums.length];
        for (List<Outcome> rows : windows) {
            List<List<Stated>> all =
                    rows.stream().map(row -> numbers(plan, row)).toList();
            assertAgree(plan, all);
            for (int at = 0; at < width * names.size(); at++) {
                Outcome row = rows.get(at / width);
                Stated number = all.get(at / width).get(at % width);
                double error = number.value.doubleValue();
                int place = at * steps + (int) Math.max(0, row.step() - 1);
                sums[place] += error;
                squares[place] += error * error;
                stddevs[place] = number.stddev;
            }
        }
        for (int at = 0; at < sums.length; at++) {
            String name = names.get(at / steps / width) + ", number " + at / steps % width + ", at step " + at % steps;
            assertStated(name, new double[] {sums[at], squares[at], stddevs[at]}, (double) WINDOWS / steps, spread);
        }
    }

    /** @param of the sum of errors, the sum of their squares, and the stated deviation */
    private static void assertStated(String name, double[] of, double each, double spread) {
        assertThat(Math.abs(of[0] / each)).as("mean of %s", name).isLessThan(WIDE * of[2] / Math.sqrt(each));
        assertThat(Math.abs(of[1] / each / (of[2] * of[2]) - 1))
                .as("variance of %s", name)
                .isLessThan(WIDE * Math.sqrt(spread / each));
    }

    /**
     * A number of a row that is a linear function of noisy numbers, and its stated deviation.
     *
     * @param isQuotient whether it is computed from several numbers, and printed with 15 digits
     */
    private record Stated(BigDecimal value, double stddev, boolean isQuotient) {}

    /** The outcome of a node whose base cells have records: noise does not depend on totals. */
    private static Outcome shifted(Plan plan, Outcome outcome, long below) {
        LevelShape shape = plan.queries().get(0).query().keys().levels().orElseThrow();
        int node = plan.queries().get(0).query().keys().known().indexOf(outcome.key());
        int level = shape.levelOf(node);
        long cells = IntStream.range(0, (int) shape.cells())
                .filter(cell -> shape.start(level) + shape.node(level, cell) == node)
                .count();
        long[] values = {
            outcome.values()[0] + 4 * below * cells / 10 * 10, outcome.values()[1] + 6 * below * cells / 10 * 10
        };
        return new Outcome(
                outcome.kind(),
                outcome.query(),
                outcome.key(),
                outcome.start(),
                outcome.end(),
                outcome.step(),
                outcome.charge(),
                values);
    }

    /** The numbers of a row: that of a count, all bins and coordinates, and the count and the sum beside a mean or a variance. */
    private static List<Stated> numbers(Plan plan, Outcome row) {
        List<Stated> numbers = new ArrayList<>();
        for (Estimate estimate : new Estimator(plan.queries().get(0)).noisy(row.values(), row.step())) {
            Map<String, ?> fields = estimate.fields();
            if (fields.containsKey("count")) {
                numbers.add(number(Fields.object(fields, "count")));
                numbers.add(number(Fields.object(fields, "sum")));
            } else if (fields.containsKey("numerator")) {
                numbers.add(number(Fields.object(fields, "numerator")));
                numbers.add(number(Fields.object(fields, "denominator")));
            } else {
                double stddev = Fields.real(fields, "stddev");
                Object value = fields.get(fields.containsKey("counts") ? "counts" : "value");
                List<?> all = value instanceof List<?> list ? list : List.of(Fields.decimal(fields, "value"));
                all.forEach(each -> numbers.add(new Stated((BigDecimal) each, stddev, false)));
            }
        }
        return numbers;
    }

    private static Stated number(Map<?, ?> field) {
        return new Stated(Fields.decimal(field, "value"), Fields.real(field, "stddev"), true);
    }

    /** The rows of each window, from draws of the release operator. */
    private static List<List<Outcome>> windows(Plan plan) throws Exception {
        return windows(plan, 0);
    }

    /**
     * @param below what each base cell adds to both numbers of a mean, as 4 and 6 parts of ten; 0 without records
     */
    private static List<List<Outcome>> windows(Plan plan, long below) throws Exception {
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
            outcomes.forEach(outcome -> windows.put(window, below == 0 ? outcome : shifted(plan, outcome, below)));
            assertThat(windows.isComplete(window)).isTrue();
            List<Outcome> rows = new ArrayList<>();
            windows.rows(window, end, rows::add);
            solved.add(rows);
        });
        return solved;
    }

    /** Every row is the sum of the rows of the finest level below it. */
    private static void assertAgree(Plan plan, List<List<Stated>> rows) {
        for (int number = 0; number < rows.get(0).size(); number++) {
            int at = number;
            boolean isQuotient = rows.get(0).get(at).isQuotient;
            assertAdd(plan, rows.stream().map(row -> row.get(at).value).toList(), isQuotient ? 1e-9 : 0);
        }
    }

    static void assertAdd(Plan plan, List<BigDecimal> rows, double most) {
        LevelShape shape = plan.queries().get(0).query().keys().levels().orElseThrow();
        int finest = shape.levels() - 1;
        assertThat(shape.nodes(finest)).isEqualTo((int) shape.cells());
        for (int level = 0; level < finest; level++) {
            BigDecimal[] sums = new BigDecimal[shape.nodes(level)];
            Arrays.fill(sums, BigDecimal.ZERO);
            for (int cell = 0; cell < shape.cells(); cell++) {
                int node = shape.node(level, cell);
                sums[node] = sums[node].add(rows.get(shape.start(finest) + cell));
            }
            for (int node = 0; node < sums.length; node++) {
                BigDecimal off = rows.get(shape.start(level) + node).subtract(sums[node]);
                assertThat(off.abs().doubleValue()).isLessThanOrEqualTo(most);
            }
        }
    }
}
