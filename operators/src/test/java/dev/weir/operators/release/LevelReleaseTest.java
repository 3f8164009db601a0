package dev.weir.operators.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.levels.LevelShape;
import dev.weir.accountant.levels.plan.Favour;
import dev.weir.accountant.levels.plan.LevelPlan;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import dev.weir.operators.aggregate.Count;
import dev.weir.operators.query.Bounds;
import dev.weir.operators.query.KeyAccountTerms;
import dev.weir.operators.query.Plan;
import dev.weir.operators.testing.Chain;
import dev.weir.operators.testing.LevelPlans;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.time.RunningWindow;
import dev.weir.operators.time.Schedule;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests totals, draws and the key account of nodes. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LevelReleaseTest {

    private static final Schedule SCHEDULE = Schedule.startingAt(0);
    private static final int WINDOWS = 4000;

    /** Normal variables lie within this many standard errors with probability 1 - 2e-9. */
    private static final double WIDE = 6;

    private static Plan plan(LevelPlans plans) {
        return plans.spending(6, 1, Favour.LEVELS).plan();
    }

    @Test
    void every_node_adds_up_its_base_cells_at_every_parallelism_and_across_a_rescale() throws Exception {
        Plan plan = LevelPlans.of(LevelPlans.tree(3, 2), new Count("n", BigDecimal.ONE))
                .spending(100, 1, Favour.LEVELS)
                .plan();
        try (Chain chain = Chain.start(plan, SCHEDULE, 1)) {
            chain.add("u", 5, 0, 1);
            chain.add("v", 5, 1, 1);
            Chain.State state = chain.checkpoint();
            chain.restore(state, 3);
            chain.add("v", 6, 4, 1);
            chain.add("w", 7, 1, 1);
            chain.watermark(Plans.HOUR);
            assertThat(chain.totals())
                    .containsExactlyInAnyOrderEntriesOf(Map.of(
                            "0/*,*/3600000", List.of(4L),
                            "0/r0,*/3600000", List.of(3L),
                            "0/r1,*/3600000", List.of(1L),
                            "0/r0,t0/3600000", List.of(1L),
                            "0/r0,t1/3600000", List.of(2L),
                            "0/r1,t1/3600000", List.of(1L)));
            assertThat(chain.releaseNames(Outcome.Kind.RELEASED)).hasSize(8).doesNotHaveDuplicates();
        }
    }

    /**
     * 4000 windows: the noise of each level has the variance of its own law, and that of no two nodes is correlated. One draw for two levels, or for two
     * nodes, has a correlation of 1. The noise is normal, so a sum of squares lies within 6 standard errors, and so does a correlation: 28 statistics,
     * false alarms below 1e-7.
     */
    @Tag("statistical")
    @Test
    void every_node_of_every_measured_level_draws_noise_of_its_own() throws Exception {
        Plan plan = LevelPlans.of(LevelPlans.tree(2, 2), new Count("n", BigDecimal.ONE))
                .spending(6, 1, Favour.EQUAL)
                .plan();
        List<double[]> noise = List.copyOf(standardized(plan).values());
        assertThat(noise).hasSize(7);
        for (int i = 0; i < noise.size(); i++) {
            assertThat(Math.abs(correlation(noise.get(i), noise.get(i)) - 1))
                    .isLessThan(WIDE * Math.sqrt(2.0 / WINDOWS));
            for (int j = 0; j < i; j++) {
                assertThat(Math.abs(correlation(noise.get(i), noise.get(j)))).isLessThan(WIDE / Math.sqrt(WINDOWS));
            }
        }
    }

    /** The noise of each node with a draw in all windows, in standard deviations of its level. */
    private static Map<String, double[]> standardized(Plan plan) throws Exception {
        LevelPlan levels =
                plan.queries().get(0).levelPrice().orElseThrow().plans().get(0);
        List<String> names = plan.queries().get(0).query().keys().known();
        Map<String, double[]> noise = new TreeMap<>();
        try (Chain chain = Chain.start(plan, SCHEDULE, 2)) {
            chain.watermark(WINDOWS * Plans.HOUR);
            for (Outcome outcome : chain.outcomes()) {
                if (outcome.kind() == Outcome.Kind.RELEASED) {
                    double stddev = levels.noise(level(levels.shape(), names.indexOf(outcome.key())))
                            .stddev();
                    noise.computeIfAbsent(outcome.key(), key -> new double[WINDOWS])[
                                    (int) (outcome.end() / Plans.HOUR) - 1] =
                            outcome.values()[0] / stddev;
                }
            }
        }
        return noise;
    }

    private static int level(LevelShape shape, int node) {
        int level = 0;
        while (node >= shape.start(level + 1)) {
            level++;
        }
        return level;
    }

    private static double correlation(double[] one, double[] other) {
        double sum = 0;
        for (int i = 0; i < WINDOWS; i++) {
            sum += one[i] * other[i];
        }
        return sum / WINDOWS;
    }

    /** The account pays for two windows a day: the third is withheld for all nodes, in all key groups, also after a rescale. */
    @Test
    void one_account_pays_for_all_nodes_of_a_window_or_for_none() throws Exception {
        LevelPlans plans = LevelPlans.of(LevelPlans.tree(3, 2, 4), new Count("n", BigDecimal.ONE))
                .bounded(new Bounds(1, 1, Bounds.UNBOUNDED, Bounds.UNBOUNDED));
        Amount cost = plan(plans).queries().get(0).releaseCost();
        KeyAccountTerms twice = new KeyAccountTerms(cost.plus(cost), Plans.DAY);
        Plan plan = plan(plans.withKeyAccount(twice));
        int nodes = 13;
        try (Chain chain = Chain.start(plan, SCHEDULE, 2)) {
            chain.watermark(Plans.HOUR);
            chain.restore(chain.checkpoint(), 3);
            chain.watermark(3 * Plans.HOUR);
            chain.restore(chain.checkpoint(), 1);
            chain.watermark(4 * Plans.HOUR);
            Map<Long, Map<Outcome.Kind, Integer>> kinds = new HashMap<>();
            chain.outcomes().stream()
                    .filter(outcome -> outcome.kind() != Outcome.Kind.EXACT)
                    .forEach(outcome -> kinds.computeIfAbsent(outcome.end() / Plans.HOUR, end -> new HashMap<>())
                            .merge(outcome.kind(), 1, Integer::sum));
            assertThat(kinds)
                    .containsExactlyInAnyOrderEntriesOf(Map.of(
                            1L, Map.of(Outcome.Kind.RELEASED, nodes),
                            2L, Map.of(Outcome.Kind.RELEASED, nodes),
                            3L, Map.of(Outcome.Kind.WITHHELD, nodes),
                            4L, Map.of(Outcome.Kind.WITHHELD, nodes)));
        }
    }

    /** The account pays for two series a day, each once with its first step: the steps of the third are withheld for all nodes, also after a rescale. */
    @Test
    void one_account_pays_once_for_the_series_of_all_nodes() throws Exception {
        LevelPlans plans = LevelPlans.of(LevelPlans.tree(3, 2, 4), new Count("n", BigDecimal.ONE))
                .windows(RunningWindow.of(Duration.ofHours(1), 4).resetting(Duration.ofHours(4)))
                .bounded(2, 1, 0)
                .spending(6, 0, Favour.LEVELS);
        Amount cost = plans.plan().queries().get(0).releaseCost();
        Plan plan = plans.withKeyAccount(new KeyAccountTerms(cost.plus(cost), Plans.DAY))
                .plan();
        try (Chain chain = Chain.start(plan, SCHEDULE, 2)) {
            chain.watermark(2 * Plans.HOUR);
            chain.restore(chain.checkpoint(), 3);
            chain.watermark(7 * Plans.HOUR);
            chain.restore(chain.checkpoint(), 1);
            chain.watermark(12 * Plans.HOUR);
            Map<Long, List<Outcome>> steps = chain.outcomes().stream()
                    .filter(outcome -> outcome.kind() != Outcome.Kind.EXACT)
                    .collect(Collectors.groupingBy(outcome -> outcome.end() / Plans.HOUR));
            assertThat(steps).hasSize(12);
            steps.forEach((hour, nodes) -> assertThat(nodes).hasSize(13).allSatisfy(outcome -> {
                assertThat(outcome.kind()).isEqualTo(hour <= 8 ? Outcome.Kind.RELEASED : Outcome.Kind.WITHHELD);
                assertThat(outcome.charge()).isEqualTo(hour == 1 || hour == 5 ? cost.femto() : 0);
                assertThat(outcome.step()).isEqualTo((hour - 1) % 4 + 1);
            }));
        }
    }

    /** A unit may put all that the bounds admit into one series, or all that its share pays for if there are no bounds. */
    @Test
    void a_series_costs_what_one_unit_can_put_into_it() {
        LevelPlans plans = LevelPlans.of(LevelPlans.tree(2, 2), new Count("n", BigDecimal.ONE))
                .windows(RunningWindow.of(Duration.ofHours(1), 4).resetting(Duration.ofHours(4)));
        assertThat(cost(plans)).isEqualTo(0.5);
        assertThat(cost(plans.bounded(2, 3, 0))).isCloseTo(0.5, within(1e-9));
        // eight keys of two series with all four towns each: a series has half of what the share pays for
        assertThat(cost(plans.bounded(8, 1, 0))).isCloseTo(0.25, within(1e-9));
    }

    private static double cost(LevelPlans plans) {
        Plan plan = plans.spending(100, 0, Favour.EQUAL).plan();
        return plan.queries().get(0).releaseCost().value().doubleValue();
    }

    /** K leaves of one window cost K&sup2; at the root: the charge to the key account is not that of K single records. */
    @Test
    void a_window_costs_what_one_unit_can_put_into_it() {
        LevelPlans plans = LevelPlans.of(LevelPlans.tree(2, 2), new Count("n", BigDecimal.ONE));
        LevelPlans four = plans.bounded(new Bounds(4, 1, Bounds.UNBOUNDED, Bounds.UNBOUNDED));
        Plan bounded = four.spending(100, 4, Favour.EQUAL).plan();
        LevelPlan levels =
                bounded.queries().get(0).levelPrice().orElseThrow().plans().get(0);
        double cost = bounded.queries().get(0).releaseCost().value().doubleValue();
        double root = levels.price(0).toDouble();
        double region = levels.price(1).toDouble();
        double leaf = levels.price(2).toDouble();
        assertThat(cost).isCloseTo(16 * root + 8 * region + 4 * leaf, within(1e-12));
        assertThat(plans.spending(100, 4, Favour.EQUAL).plan().queries().get(0).releaseCost())
                .isEqualTo(Amount.atMost(Currency.HALF_MU_SQUARED, new BigDecimal("0.5")));
    }
}
