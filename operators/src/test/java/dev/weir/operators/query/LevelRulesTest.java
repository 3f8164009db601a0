package dev.weir.operators.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.levels.plan.Favour;
import dev.weir.operators.aggregate.Accuracy;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.Count;
import dev.weir.operators.aggregate.DistinctUnits;
import dev.weir.operators.aggregate.Scalar;
import dev.weir.operators.keys.DeclaredKeys;
import dev.weir.operators.state.restore.Fingerprint;
import dev.weir.operators.testing.Blocks;
import dev.weir.operators.testing.LevelPlans;
import dev.weir.operators.testing.Queries;
import dev.weir.operators.time.TumblingWindow;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
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
                .filter(aggregate -> !aggregate.isNumber())
                .findFirst()
                .orElseThrow();
        assertThatThrownBy(() -> LevelPlans.of(LevelPlans.tree(2, 2), block).query())
                .hasMessage("release must hold counts, sums and distinct units alone where the key has levels");
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
                .levels()
                .orElseThrow()
                .plans()
                .get(0)
                .contributions()
                .perWindow();
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
