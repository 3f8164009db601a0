package dev.weir.operators.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.levels.plan.Favour;
import dev.weir.operators.aggregate.Accuracy;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.Count;
import dev.weir.operators.aggregate.DistinctUnits;
import dev.weir.operators.aggregate.Scalar;
import dev.weir.operators.aggregate.clamp.LearntClamp;
import dev.weir.operators.aggregate.clamp.LearntTotal;
import dev.weir.operators.aggregate.histogram.Histogram;
import dev.weir.operators.aggregate.quantile.OrderStatistic;
import dev.weir.operators.aggregate.quantile.Quantiles;
import dev.weir.operators.aggregate.quantile.ValueGrid;
import dev.weir.operators.aggregate.regression.SecondMoments;
import dev.weir.operators.aggregate.top.Candidates;
import dev.weir.operators.aggregate.top.Choice;
import dev.weir.operators.aggregate.top.TopCounts;
import dev.weir.operators.keys.DeclaredKeys;
import dev.weir.operators.levels.Fields;
import dev.weir.operators.state.restore.Fingerprint;
import dev.weir.operators.testing.Blocks;
import dev.weir.operators.testing.LevelBlocks;
import dev.weir.operators.testing.LevelPlans;
import dev.weir.operators.testing.Queries;
import dev.weir.operators.time.RunningWindow;
import dev.weir.operators.time.SlidingWindow;
import dev.weir.operators.time.TumblingWindow;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Tests which queries may have levels, and what is said of their errors. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LevelRulesTest {

    private static final Count COUNT = new Count("n", BigDecimal.ONE);

    @Test
    void each_part_that_does_not_go_with_levels_has_a_line_of_its_own() {
        Aggregate block = LongStream.range(0, 100)
                .mapToObj(seed -> Blocks.random(new SplittableRandom(seed), "block", true))
                .filter(SecondMoments.class::isInstance)
                .findFirst()
                .orElseThrow();
        assertThatThrownBy(() -> LevelPlans.of(LevelPlans.tree(2, 2), block).query())
                .hasMessage(
                        "release must hold counts, sums, distinct units, means, variances, ratios, histograms and vectors"
                                + " alone where the key has levels");
    }

    @Test
    void as_many_numbers_of_blocks_as_fit_into_memory_may_be_solved() {
        Histogram many = new Histogram(
                "many",
                BigDecimal.ONE,
                LongStream.range(0, 4095).mapToObj(BigDecimal::valueOf).toList(),
                null);
        assertThat(LevelPlans.of(LevelPlans.tree(1000), many).query().layout().measured())
                .isEqualTo(4096);
        assertThatThrownBy(() -> LevelPlans.of(LevelPlans.tree(5000), many).query())
                .hasMessageContaining("at most 2^24 numbers");
    }

    @Test
    void non_negative_has_lines_of_its_own() {
        Count raised = new Count("n", BigDecimal.ONE, new Scalar.PostProcessing(false, true));
        assertThat(LevelPlans.of(LevelPlans.tree(2, 2), raised).query().keys().ticking())
                .isEqualTo(7);
        assertThatThrownBy(
                        () -> LevelPlans.of(LevelPlans.sets(2, 2, 3, 0), raised).query())
                .hasMessageContaining("non-negative must be left out where the key has levels, but for trees");
        assertThatThrownBy(() -> LevelPlans.of(
                                LevelPlans.tree(2, 2),
                                new DistinctUnits("u", BigDecimal.ONE).processed(raised.postProcessing()))
                        .query())
                .hasMessageContaining("non-negative must be left out where the key has levels");
        assertThatThrownBy(() -> LevelPlans.of(
                                LevelPlans.tree(2, 2), Queries.clamped(-1, 1).processed(raised.postProcessing()))
                        .query())
                .hasMessageContaining("values that are never below 0");
    }

    @Test
    void values_that_do_not_follow_from_those_below_have_a_line_of_their_own() {
        ValueGrid values = ValueGrid.evenly(BigDecimal.ZERO, BigDecimal.TEN, BigDecimal.ONE);
        assertRefused(
                Quantiles.of(BigDecimal.ONE, values, List.of(OrderStatistic.median("median"))),
                "release must not hold quantiles, medians, smallest and largest values where the key has levels");
        assertRefused(
                new TopCounts("top", BigDecimal.ONE, new Candidates(List.of("a", "b", "c"), Candidates.UNLIMITED), 2),
                "release must hold neither top nor choose where the key has levels");
        assertRefused(
                new Choice("first", BigDecimal.ONE, new Candidates(List.of("a", "b", "c"), Candidates.UNLIMITED)),
                "release must hold neither top nor choose where the key has levels");
        assertRefused(
                new LearntTotal(
                        "t",
                        BigDecimal.ONE,
                        new LearntClamp(LearntClamp.USUAL_SHARE, BigDecimal.ONE, 0, false),
                        LearntTotal.Kind.SUM),
                "clamp must be given where the key has levels");
    }

    private static void assertRefused(Aggregate aggregate, String rule) {
        assertThatThrownBy(() -> LevelPlans.of(LevelPlans.tree(2, 2), aggregate).query())
                .hasMessageContaining(rule);
    }

    @Test
    void what_does_not_go_with_series_of_levels_has_a_line_of_its_own_too() {
        LevelPlans running =
                LevelPlans.of(LevelPlans.tree(2, 2), COUNT).windows(RunningWindow.of(Duration.ofHours(1), 24));
        assertThat(running.query().window().sharesNoise()).isTrue();
        assertThatThrownBy(() -> running.spending(6, 1, Favour.LEVELS).query())
                .hasMessageContaining("spend must leave out per-window where totals run or windows slide");
        assertThatThrownBy(() -> LevelPlans.of(
                                LevelPlans.tree(2, 2), COUNT.processed(Scalar.PostProcessing.NONE.monotone()))
                        .windows(running.window())
                        .query())
                .hasMessageContaining("monotone must be left out where the key has levels");
        assertThatThrownBy(() -> LevelPlans.of(LevelPlans.tree(2, 2), COUNT, new DistinctUnits("u", BigDecimal.ONE))
                        .windows(running.window())
                        .query())
                .hasMessageContaining("release must hold distinct-units alone where the key has levels and totals run");
        assertThatThrownBy(() -> LevelPlans.of(
                                LevelPlans.tree(2, 2), COUNT.processed(Scalar.PostProcessing.NONE.nonNegative()))
                        .windows(SlidingWindow.of(Duration.ofHours(3), Duration.ofHours(1)))
                        .query())
                .hasMessageContaining("non-negative must be left out where the key has levels and windows slide");
    }

    /** What records cost is part of the meaning: weights and the quota follow from bounds and contributions. */
    @Test
    void another_plan_of_series_is_another_meaning_and_its_errors_are_stated_by_level() {
        LevelPlans plans =
                LevelPlans.of(LevelPlans.tree(4, 3), COUNT).windows(RunningWindow.of(Duration.ofHours(1), 24));
        assertThat(List.of(
                        cells(plans.bounded(2, 1, 0).spending(6, 0, Favour.LEVELS)),
                        cells(plans.bounded(2, 2, 0).spending(6, 0, Favour.LEVELS)),
                        cells(plans.bounded(2, 1, 0).spending(1, 0, Favour.LEVELS)),
                        cells(plans.bounded(2, 1, 0).spending(6, 0, Favour.ROWS)),
                        cells(plans.bounded(2, 1, 0)
                                .windows(SlidingWindow.of(Duration.ofHours(3), Duration.ofHours(1))))))
                .doesNotHaveDuplicates();
        PricedQuery priced = plans.bounded(2, 1, 0)
                .spending(6, 0, Favour.LEVELS)
                .plan()
                .queries()
                .get(0);
        Accuracy accuracy = priced.accuracies().get(0);
        assertThat(accuracy.more().keySet()).containsExactly("errors", "all", "by region", "by region, town");
        assertThat(accuracy.more().get("errors")).isEqualTo("of step 24, for which the noise is tuned");
        assertThat(priced.affords()).isEqualTo(2);
        assertThat(priced.affordsAllRecords()).isTrue();
    }

    @Test
    void terms_of_levels_are_refused_without_levels() {
        assertThatThrownBy(() -> flat(COUNT, new Spend(null, 3, 2, Favour.LEVELS)))
                .hasMessageContaining("per-window and favour only where the key has levels");
        assertThatThrownBy(() -> flat(COUNT, new Spend(null, 3, 0, Favour.ROWS)))
                .hasMessageContaining("per-window and favour only where the key has levels");
        Count raw = new Count("n", BigDecimal.ONE, new Scalar.PostProcessing(false, false, true));
        assertThatThrownBy(() -> flat(raw, new Spend(null, 3))).hasMessageContaining("raw must be left out");
    }

    private static Query flat(Aggregate aggregate, Spend spend) {
        return new Query(
                "q",
                1,
                "all",
                new DeclaredKeys(List.of("a")),
                TumblingWindow.of(Duration.ofHours(1)),
                Bounds.NONE,
                List.of(aggregate),
                spend,
                null);
    }

    /** What plans the noise is part of the meaning: weights follow from n, K and what is favoured. */
    @Test
    void another_plan_of_the_noise_is_another_meaning() {
        LevelPlans plans = LevelPlans.of(LevelPlans.tree(4, 3), COUNT);
        assertThat(List.of(
                        cells(plans.spending(6, 1, Favour.LEVELS)),
                        cells(plans.spending(6, 2, Favour.LEVELS)),
                        cells(plans.spending(6, 1, Favour.ROWS)),
                        cells(plans.spending(7, 1, Favour.LEVELS)),
                        cells(LevelPlans.of(LevelPlans.tree(4, 4), COUNT).spending(6, 1, Favour.LEVELS))))
                .doesNotHaveDuplicates();
    }

    private static String cells(LevelPlans plans) {
        return Fingerprint.meaning(plans.plan(), 0).cells();
    }

    @Test
    void per_window_is_by_default_what_the_bounds_let_into_a_window() {
        LevelPlans plans = LevelPlans.of(LevelPlans.tree(4, 3), COUNT);
        LevelPlans bounded = plans.bounded(new Bounds(2, 1, Bounds.UNBOUNDED, Bounds.UNBOUNDED));
        assertThat(perWindow(plans.spending(6, 0, Favour.LEVELS))).isEqualTo(6);
        assertThat(perWindow(bounded.spending(6, 0, Favour.LEVELS))).isEqualTo(2);
        assertThat(perWindow(bounded.spending(6, 1, Favour.LEVELS))).isEqualTo(1);
    }

    private static long perWindow(LevelPlans plans) {
        return plans.plan()
                .queries()
                .get(0)
                .levelPrice()
                .orElseThrow()
                .plans()
                .get(0)
                .contributions()
                .perWindow();
    }

    /** What is said of a level holds for its rows: the count beside a mean has the deviation of both coordinates. */
    @Test
    void the_errors_of_what_follows_from_blocks_are_stated_for_every_level() {
        PricedQuery priced = LevelPlans.of(LevelPlans.tree(4, 3), LevelBlocks.MEAN, LevelBlocks.HISTOGRAM)
                .spending(6, 1, Favour.LEVELS)
                .plan()
                .queries()
                .get(0);
        Accuracy mean = priced.accuracies().get(0);
        assertThat(mean.more().keySet()).containsExactly("coordinates", "all", "by region", "by region, town");
        Map<?, ?> all = Fields.object(mean.more(), "all");
        double estimate = priced.levelNoise().orElseThrow().published(0, 1)[0];
        assertThat(Fields.real(all, "stddev")).isEqualTo(estimate, within(1e-5 * estimate));
        Map<?, ?> count = Fields.object(all, "count");
        double ofCount = Math.sqrt(2) * estimate / 10;
        assertThat(Fields.real(count, "stddev")).isEqualTo(ofCount, within(1e-5 * ofCount));
        Map<?, ?> bins = Fields.object(priced.accuracies().get(1).more(), "by region");
        assertThat(Fields.real(bins, "error95-all-bins")).isGreaterThan(2 * Fields.real(bins, "stddev"));
        assertThat(priced.stddevs(1)).hasSize(5);
    }

    @Test
    void the_errors_of_every_level_are_stated() {
        Accuracy accuracy = LevelPlans.of(LevelPlans.tree(4, 3), COUNT)
                .spending(6, 1, Favour.LEVELS)
                .plan()
                .queries()
                .get(0)
                .accuracies()
                .get(0);
        assertThat(accuracy.more().keySet()).containsExactly("all", "by region", "by region, town");
        assertThat(String.valueOf(accuracy.more().get("by region")))
                .contains("rows=2", "share=", "drawn=", "stddev=", "least=");
        assertThat(accuracy.stddev()).isLessThan(Math.sqrt(6 * 3));
    }
}
