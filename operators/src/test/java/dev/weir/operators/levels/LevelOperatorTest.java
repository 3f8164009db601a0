package dev.weir.operators.levels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.journal.chain.DomainEvent.Closing;
import dev.weir.accountant.levels.LevelTree;
import dev.weir.accountant.levels.plan.Favour;
import dev.weir.accountant.levels.plan.LevelErrors;
import dev.weir.operators.aggregate.Count;
import dev.weir.operators.aggregate.Estimate;
import dev.weir.operators.aggregate.Scalar;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.release.Outcome;
import dev.weir.operators.result.Estimator;
import dev.weir.operators.testing.KeyedBench;
import dev.weir.operators.testing.LevelPlans;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.time.Schedule;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the step where all noisy numbers of a window meet. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LevelOperatorTest {

    private static final long END = 7 * Plans.HOUR;
    private static final Plan TREE = LevelPlans.of(LevelPlans.tree(3, 2, 4), new Count("n", BigDecimal.ONE))
            .spending(6, 1, Favour.LEVELS)
            .plan();
    private static final Plan CUBE = LevelPlans.of(
                    LevelPlans.sets(3, 4, 0, 1, 2, 3), new Count("n", BigDecimal.ONE), new Count("m", BigDecimal.TEN))
            .spending(6, 1, Favour.LEVELS)
            .plan();

    private static PricedQuery priced(Plan plan) {
        return plan.queries().get(0);
    }

    private static List<Estimate> estimates(Plan plan, Outcome row) {
        return new Estimator(priced(plan)).noisy(row.values(), row.step());
    }

    private static List<List<Long>> numbers(List<Outcome> rows) {
        return rows.stream()
                .map(row -> Arrays.stream(row.values()).boxed().toList())
                .toList();
    }

    @Test
    void nothing_comes_before_the_last_number_and_then_all_rows_in_the_order_of_nodes() throws Exception {
        List<Outcome> drawn = LevelRows.drawn(TREE, END);
        try (LevelRows levels = LevelRows.start(TREE)) {
            levels.add(drawn.subList(1, drawn.size()));
            assertThat(levels.rows()).isEmpty();
            levels.add(drawn.subList(0, 1));
            List<Outcome> rows = levels.rows();
            assertThat(rows.stream().map(Outcome::key))
                    .containsExactlyElementsOf(priced(TREE).query().keys().known());
            assertThat(rows).allSatisfy(row -> {
                assertThat(row.kind()).isEqualTo(Outcome.Kind.RELEASED);
                assertThat(row.end()).isEqualTo(END);
                assertThat(row.start()).isEqualTo(END - Plans.HOUR);
                assertThat(row.charge()).isEqualTo(5);
            });
        }
    }

    @Test
    void rows_of_a_tree_are_integers_that_add_up_with_errors_of_their_own() throws Exception {
        try (LevelRows levels = LevelRows.start(TREE)) {
            levels.add(LevelRows.drawn(TREE, END));
            List<Outcome> rows = levels.rows();
            LevelTree tree = (LevelTree) priced(TREE).query().keys().levels().orElseThrow();
            double[] stddevs = LevelErrors.published(
                    priced(TREE).levelPrice().orElseThrow().plans().get(0));
            for (int node = 0; node < tree.nodes(); node++) {
                Estimate own = estimates(TREE, rows.get(node)).get(0);
                assertThat(own.value().scale()).isZero();
                assertThat(own.stddev()).isEqualTo(stddevs[node]);
                assertThat(own.fields()).doesNotContainKey("raw");
            }
            for (int node = 0; node < tree.innerNodes(); node++) {
                long sum = rows.subList(tree.firstChild(node), tree.firstChild(node + 1)).stream()
                        .mapToLong(row -> estimates(TREE, row).get(0).value().longValueExact())
                        .sum();
                assertThat(sum)
                        .isEqualTo(
                                estimates(TREE, rows.get(node)).get(0).value().longValueExact());
            }
        }
    }

    @Test
    void rows_of_a_cube_add_up_along_every_attribute() throws Exception {
        try (LevelRows levels = LevelRows.start(CUBE)) {
            levels.add(LevelRows.drawn(CUBE, END));
            List<Outcome> rows = levels.rows();
            for (int value = 0; value < 2; value++) {
                BigDecimal all = value(rows, "*,*", value);
                assertThat(value(rows, "a0,*", value)
                                .add(value(rows, "a1,*", value))
                                .add(value(rows, "a2,*", value)))
                        .isEqualByComparingTo(all);
                BigDecimal sum = BigDecimal.ZERO;
                for (int b = 0; b < 4; b++) {
                    sum = sum.add(value(rows, "a1,b" + b, value));
                }
                assertThat(sum).isEqualByComparingTo(value(rows, "a1,*", value));
            }
        }
    }

    private static BigDecimal value(List<Outcome> rows, String key, int value) {
        return rows.stream()
                .filter(row -> row.key().equals(key))
                .map(row -> estimates(CUBE, row).get(value).value())
                .findFirst()
                .orElseThrow();
    }

    /** Rows follow from the numbers, whatever their order, the subtasks that take them, and a restore in the middle. */
    @ParameterizedTest
    @CsvSource({"1, 2", "2, 1", "4, 3"})
    void a_kill_in_the_middle_of_a_window_and_another_parallelism_change_nothing(int before, int after)
            throws Exception {
        for (Plan plan : List.of(TREE, CUBE)) {
            List<Outcome> drawn = new ArrayList<>(LevelRows.drawn(plan, END));
            drawn.addAll(LevelRows.drawn(plan, END + Plans.HOUR));
            List<List<Long>> expected;
            try (LevelRows levels = LevelRows.start(plan)) {
                levels.add(drawn);
                expected = numbers(levels.rows());
            }
            Collections.shuffle(drawn, new Random(7));
            KeyedBench.State state;
            try (LevelRows levels = new LevelRows(plan, LevelRows.SCHEDULE, before, null)) {
                levels.add(drawn.subList(0, drawn.size() / 2));
                state = levels.snapshot();
                levels.add(drawn.subList(drawn.size() / 2, drawn.size() / 2 + 1));
                assertThat(levels.rows()).isEmpty();
            }
            try (LevelRows levels = new LevelRows(plan, LevelRows.SCHEDULE, after, state)) {
                levels.add(drawn.subList(drawn.size() / 2, drawn.size()));
                assertThat(numbers(levels.rows())).containsExactlyInAnyOrderElementsOf(expected);
            }
        }
    }

    @Test
    void a_window_with_one_refusal_is_withheld_whole() throws Exception {
        List<Outcome> drawn = new ArrayList<>(LevelRows.drawn(TREE, END));
        Outcome last = drawn.remove(drawn.size() - 1);
        drawn.add(new Outcome(Outcome.Kind.WITHHELD, 0, last.key(), last.start(), END, 0, new long[0]));
        try (LevelRows levels = LevelRows.start(TREE)) {
            levels.add(drawn);
            assertThat(levels.rows())
                    .hasSize(priced(TREE).query().keys().known().size())
                    .allSatisfy(row -> {
                        assertThat(row.kind()).isEqualTo(Outcome.Kind.WITHHELD);
                        assertThat(row.values()).isEmpty();
                        assertThat(row.charge()).isZero();
                    });
        }
    }

    /** Nothing takes the place of a missing node, and its window is forgotten when no more can come. */
    @Test
    void a_window_that_lacks_a_number_is_never_published() throws Exception {
        List<Outcome> drawn = LevelRows.drawn(TREE, END);
        try (LevelRows levels = LevelRows.start(TREE)) {
            levels.add(drawn.subList(1, drawn.size()));
            levels.watermark(END - 1);
            levels.watermark(END);
            levels.add(drawn.subList(0, 1));
            assertThat(levels.rows()).isEmpty();
        }
    }

    @Test
    void a_solver_refuses_a_window_that_lacks_a_number() {
        LevelWindows windows = new LevelWindows(TREE, 0, false);
        DrawnNodes window = windows.empty();
        LevelRows.drawn(TREE, END).subList(1, 3).forEach(outcome -> windows.put(window, outcome));
        assertThatThrownBy(() -> windows.rows(window, END, row -> {}))
                .hasMessageContaining("only if all numbers of its measured nodes are there");
    }

    @Test
    void a_second_draw_of_a_node_stops_the_job() throws Exception {
        List<Outcome> drawn = LevelRows.drawn(TREE, END);
        try (LevelRows levels = LevelRows.start(TREE)) {
            levels.add(drawn.subList(0, 1));
            assertThatThrownBy(() -> levels.add(drawn.subList(0, 1))).hasMessageContaining("one draw in a window");
        }
    }

    /** No number that another version drew, or that was drawn before an adoption, enters anything. */
    @Test
    void numbers_of_another_version_and_from_before_an_adoption_are_forgotten() throws Exception {
        Plan next = LevelPlans.of(LevelPlans.tree(3, 2, 4), new Count("n", BigDecimal.ONE))
                .version(2)
                .spending(6, 1, Favour.LEVELS)
                .plan();
        assertForgotten(next, LevelRows.SCHEDULE, true);
        assertForgotten(TREE, LevelRows.SCHEDULE.without(new Closing(Long.MIN_VALUE, END)), true);
        assertForgotten(TREE, LevelRows.SCHEDULE, false);
    }

    private static void assertForgotten(Plan next, Schedule schedule, boolean isForgotten) throws Exception {
        List<Outcome> drawn = LevelRows.drawn(TREE, END);
        KeyedBench.State state;
        try (LevelRows levels = LevelRows.start(TREE)) {
            levels.add(drawn.subList(1, drawn.size()));
            state = levels.snapshot();
        }
        try (LevelRows levels = new LevelRows(next, schedule, 1, state)) {
            levels.add(drawn.subList(0, 1));
            assertThat(levels.rows().isEmpty()).isEqualTo(isForgotten);
        }
    }

    @Test
    void raw_numbers_stand_in_rows_with_a_draw_if_they_are_asked_for() throws Exception {
        Count raw = new Count("n", BigDecimal.ONE, new Scalar.PostProcessing(false, false, true));
        Plan plan = LevelPlans.of(LevelPlans.sets(51, 2, 0, 1, 2, 3), raw)
                .spending(10_000, 3, Favour.LEVELS)
                .plan();
        List<Outcome> drawn = LevelRows.drawn(plan, END);
        assertThat(drawn).as("a level is not measured").hasSizeLessThan(156);
        try (LevelRows levels = LevelRows.start(plan)) {
            levels.add(drawn);
            for (Outcome row : levels.rows()) {
                Object expected = drawn.stream()
                        .filter(outcome -> outcome.key().equals(row.key()))
                        .map(outcome -> (Object) BigDecimal.valueOf(outcome.values()[0]))
                        .findFirst()
                        .orElse("absent");
                assertThat(estimates(plan, row).get(0).fields().getOrDefault("raw", "absent"))
                        .isEqualTo(expected);
            }
        }
    }

    @Test
    void no_row_is_negative_on_wish_and_rows_still_add_up() throws Exception {
        Count count = new Count("n", BigDecimal.ONE, new Scalar.PostProcessing(false, true));
        Plan plan = LevelPlans.of(LevelPlans.tree(5, 5), count)
                .spending(6, 1, Favour.LEVELS)
                .plan();
        List<Outcome> drawn = new ArrayList<>();
        for (Outcome outcome : LevelRows.drawn(plan, END)) {
            long value = outcome.values()[0] % 40 - 20;
            drawn.add(new Outcome(outcome.kind(), 0, outcome.key(), outcome.start(), END, 5, new long[] {value}));
        }
        try (LevelRows levels = LevelRows.start(plan)) {
            levels.add(drawn);
            long[] values = levels.rows().stream()
                    .mapToLong(row -> estimates(plan, row).get(0).value().longValueExact())
                    .toArray();
            assertThat(Arrays.stream(values).min().orElseThrow()).isNotNegative();
            assertThat(values[1] + values[2]).isEqualTo(values[0]);
            assertThat(Arrays.stream(values, 3, 8).sum()).isEqualTo(values[1]);
        }
    }
}
