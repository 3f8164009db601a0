package dev.weir.operators.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.aggregate.Accuracy;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.DistinctUnits;
import dev.weir.operators.aggregate.Sum;
import dev.weir.operators.aggregate.clamp.LearntClamp;
import dev.weir.operators.aggregate.clamp.LearntTotal;
import dev.weir.operators.aggregate.moment.Mean;
import dev.weir.operators.aggregate.quantile.Mark;
import dev.weir.operators.aggregate.quantile.Quantiles;
import dev.weir.operators.aggregate.quantile.ValueGrid;
import dev.weir.operators.keys.DeclaredKeys;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import dev.weir.operators.time.RunningWindow;
import dev.weir.operators.time.SlidingWindow;
import dev.weir.operators.time.Window;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class BlockQueriesTest {

    private static final Mean MEAN = new Mean("m", BigDecimal.ONE, BigDecimal.ONE, new Sum.Range(0, 100));
    private static final DistinctUnits UNITS = new DistinctUnits("u", BigDecimal.ONE);
    private static final Window SLIDING = SlidingWindow.of(Duration.ofHours(3), Duration.ofHours(1));
    private static final Window RUNNING = RunningWindow.of(Duration.ofHours(1), 24);

    private static Query query(Window window, Aggregate aggregate) {
        return new Query(
                "q",
                1,
                "all",
                new DeclaredKeys(List.of("a")),
                window,
                Bounds.NONE,
                List.of(aggregate),
                new Spend(null, 1),
                null);
    }

    private static Quantiles median(int leaves) {
        ValueGrid values = ValueGrid.evenly(BigDecimal.ONE, BigDecimal.valueOf(leaves), BigDecimal.ONE);
        return Quantiles.of(BigDecimal.ONE, values, List.of(Mark.median("middle" + leaves)));
    }

    @Test
    void blocks_are_refused_where_totals_run_or_windows_slide() {
        for (Window window : List.of(SLIDING, RUNNING)) {
            for (Aggregate block : List.of(MEAN, median(10))) {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> query(window, block))
                        .withMessageStartingWith("release must hold counts and sums alone where totals run");
            }
        }
    }

    @Test
    void units_are_counted_in_running_totals_and_not_in_sliding_windows() {
        assertThat(query(RUNNING, UNITS).aggregates()).containsExactly(UNITS);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> query(SLIDING, UNITS))
                .withMessageStartingWith("release must not hold distinct-units where windows slide");
    }

    @Test
    void a_query_keeps_at_most_65536_numbers_of_a_cell() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Queries.hourly("q")
                        .with(median(65_000))
                        .with(median(1_000))
                        .query())
                .withMessageContaining("must keep at most 65536 numbers of a cell, were 66000");
    }

    @Test
    void a_query_whose_cells_of_all_keys_do_not_fit_into_memory_names_what_to_change() {
        String[] keys = IntStream.range(0, 1_000).mapToObj(i -> "k" + i).toArray(String[]::new);
        Queries query = Queries.hourly("wide").keys(keys);
        assertThat(query.with(median(33_000)).query().aggregates()).hasSize(1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> query.with(median(34_000)).query())
                .withMessageStartingWith(
                        "release must keep at most 1024 MB of two windows: 1000 keys times 34000 numbers of a"
                                + " cell times 16 bytes take 519 MB for each window of query wide. Declare fewer keys");
    }

    /** Of a price of 1e-12 noise of one step for the whole price is in range, and for three quarters of it is not. */
    @Test
    void a_learnt_clamp_none_of_whose_noise_is_in_range_is_refused_when_it_is_priced() {
        LearntClamp clamp = new LearntClamp(LearntClamp.USUAL_SHARE, BigDecimal.ONE, 3, false);
        LearntTotal total = new LearntTotal("t", BigDecimal.ONE, clamp, LearntTotal.Kind.SUM);
        Queries query = Queries.hourly("q").with(total);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Plans.of(PrivacyUnit.USER, Plans.PURE, query.share("0.000000000001")))
                .withMessageContaining("2^40");
        assertThat(Plans.of(PrivacyUnit.USER, Plans.PURE, query.share("0.000000000002"))
                        .queries())
                .hasSize(1);
    }

    @Test
    void the_shape_of_a_tree_is_a_part_of_what_a_query_remembers_of_itself() {
        assertThat(median(1000).preparedFor(Norm.L1).identity().bytes())
                .isNotEqualTo(
                        median(1000).preparedFor(Norm.SQUARED_L2).identity().bytes());
    }

    /** A record of full size costs the price once, and the second in its cell as much again, or three times as much. */
    @Test
    void a_release_costs_a_key_what_its_unit_may_have_spent() {
        Queries query = Queries.hourly("q").with(MEAN).contributions(9).recordsPerCell(2);
        assertThat(cost(Plans.of(PrivacyUnit.USER, Plans.PURE, query))).isEqualTo("0.222222222222223");
        assertThat(cost(Plans.of(PrivacyUnit.USER, Plans.GAUSSIAN, query))).isEqualTo("0.222222222222223");
        Queries units = Queries.hourly("q").with(UNITS).contributions(9).recordsPerCell(2);
        assertThat(cost(Plans.of(PrivacyUnit.USER, Plans.PURE, units))).isEqualTo("0.111111111111112");
    }

    private static String cost(Plan plan) {
        return plan.queries().get(0).releaseCost().value().toPlainString();
    }

    @Test
    void a_tree_takes_the_shape_that_goes_with_its_noise() {
        for (Norm norm : Norm.values()) {
            Plan plan = Plans.of(
                    PrivacyUnit.USER,
                    norm == Norm.L1 ? Plans.PURE : Plans.GAUSSIAN,
                    Queries.hourly("q").with(median(1024)));
            PricedQuery priced = plan.queries().get(0);
            assertThat(priced.query().layout().measured()).isEqualTo(norm == Norm.L1 ? 9 + 99 + 1089 : 4 * 341);
            Accuracy accuracy = priced.accuracies().get(0);
            assertThat(accuracy.more()).containsKeys("rank_error95", "leaves", "count");
            assertThat(accuracy.error95()).isBetween(norm == Norm.L1 ? 21.6 : 7.9, norm == Norm.L1 ? 21.7 : 8.0);
        }
    }
}
