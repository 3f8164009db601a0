package dev.weir.operators.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.weir.accountant.continual.BltNoise;
import dev.weir.accountant.continual.blt.SquareRootToeplitz;
import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.aggregate.Accuracy;
import dev.weir.operators.aggregate.Sum;
import dev.weir.operators.aggregate.moment.Mean;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import dev.weir.operators.testing.Totals;
import dev.weir.operators.time.RunningWindow;
import dev.weir.operators.time.SeriesWindow;
import dev.weir.operators.time.SlidingWindow;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests the noise of running totals and sliding windows for a share; {@link Plans#GAUSSIAN} affords noise of multiplier 1.
 * Where errors are compared, a record adds up to 1000, so that the final rounding of totals is small compared with the noise.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class PricedTotalsTest {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private static PricedTotals priced(Budget budget, Totals query) {
        return Totals.priced(Totals.plan(PrivacyUnit.USER, budget, query), 0);
    }

    private static Totals every(SeriesWindow window) {
        return Totals.running("q", 1).windows(window).count();
    }

    private static PricedTotals thousandfold(SeriesWindow window) {
        return priced(Plans.GAUSSIAN, Totals.running("q", 1).windows(window).with(Queries.clamped(0, 1000)));
    }

    /** By {@code calibration.csv}, the noise multiplier at epsilon 1 and delta 1e-6 is 4.2248. */
    @Test
    void editors_so_far_today_have_the_noise_of_the_optimal_factorisation_but_for_a_hundredth() {
        Budget budget = new Budget.Approximate(BigDecimal.ONE, Delta.atMost(new BigDecimal("1e-6")));
        RunningWindow today = RunningWindow.of(Duration.ofMinutes(5), 288).resetting(Duration.ofDays(1));
        PricedTotals priced = priced(budget, every(today).bounded(2, 1, 0).contributions(2));
        double optimal = 4.2248 * Math.sqrt(2) * SquareRootToeplitz.sum(288);
        assertThat(priced.stddevs(288)[0] / optimal).isBetween(1.0, 1.01);
        assertThat(priced.stddevs(288)[0]).isEqualTo(17.1, within(0.1));
        assertThat(priced.plannedSteps()).isEqualTo(288);
        assertThat(priced.lastStep()).isEqualTo(288);
    }

    /**
     * Records of -5 and then of +10 move a total that is clamped to [-5, 5] by 5 and then by 10. So two records on a key may
     * cost 2 &middot; 10 of the 6 &middot; 5 that the share affords.
     */
    @Test
    void a_key_pays_for_records_that_undo_one_another_within_a_per_unit_clamp() {
        Sum clamped = new Sum("total", BigDecimal.ONE, BigDecimal.ONE, new Sum.Range(-10, 10), new Sum.Range(-5, 5));
        Totals query = Totals.running("q", 1)
                .windows(RunningWindow.of(MINUTE, 64))
                .with(clamped)
                .bounded(3, 2, 0)
                .contributions(6);
        PricedTotals priced = priced(Plans.PURE, query);
        double share = priced.price().share().value().doubleValue();
        assertThat(priced.releaseCost().value().doubleValue() / share).isEqualTo(2.0 / 3, within(1e-9));
    }

    @ParameterizedTest
    @CsvSource({"24, 2.45", "1440, 4.3"})
    void a_sliding_window_has_an_error_that_grows_to_its_limit(int panes, double limit) {
        PricedTotals priced = thousandfold(SlidingWindow.of(MINUTE.multipliedBy(panes), MINUTE));
        double before = 0;
        for (long step = 1; step < 1L << 26; step *= 2) {
            double stddev = priced.stddevs(step)[0] / 1000;
            assertThat(stddev).isGreaterThanOrEqualTo(before * (1 - 1e-9)).isLessThan(limit * 1.002);
            before = stddev;
        }
        BltNoise noise = (BltNoise) priced.series().noise(0);
        assertThat(before).isEqualTo(noise.windowStddev(panes) / 1000, within(1e-6));
        assertThat(priced.stddevs(panes)[0]).isEqualTo(noise.stddev(panes));
    }

    @Test
    void a_sliding_window_under_a_pure_budget_has_the_noise_of_its_panes() {
        PricedTotals priced = priced(Plans.PURE, every(SlidingWindow.of(MINUTE.multipliedBy(12), MINUTE)));
        double pane = priced.stddevs(1)[0];
        assertThat(priced.stddevs(3)[0]).isEqualTo(pane * Math.sqrt(3), within(1e-9));
        assertThat(priced.stddevs(12)[0]).isEqualTo(pane * Math.sqrt(12), within(1e-9));
        assertThat(priced.stddevs(99_999)[0]).isEqualTo(pane * Math.sqrt(12), within(1e-9));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 100, 10_000, 1_000_000, 1L << 24})
    void without_a_horizon_every_step_is_near_what_a_known_one_would_give(long step) {
        PricedTotals priced = thousandfold(RunningWindow.of(MINUTE, SeriesWindow.UNBOUNDED));
        assertThat(priced.stddevs(step)[0] / 1000 / SquareRootToeplitz.sum(step))
                .isBetween(1.0, 1.36);
    }

    /** Parameters that are optimised for separate records are better where the bounds separate records. */
    @Test
    void bounds_that_keep_records_apart_make_noise_smaller() {
        Totals query = every(RunningWindow.of(MINUTE, 1024).resetting(MINUTE.multipliedBy(1024)))
                .contributions(1000);
        double anywhere = priced(Plans.GAUSSIAN, query.bounded(1, 8, 0)).stddevs(1024)[0];
        double apart = priced(Plans.GAUSSIAN, query.bounded(1, 8, 100)).stddevs(1024)[0];
        assertThat(apart).isLessThan(0.6 * anywhere);
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "1, 2", "2, 2", "3, 5", "1, 100000", "67108864, 67108864", "5, 0", "67108864, 0"})
    void the_smallest_and_the_largest_horizons_have_noise(long horizon, long lastStep) {
        RunningWindow window = RunningWindow.of(MINUTE, horizon);
        RunningWindow running = lastStep == 0 ? window : window.resetting(MINUTE.multipliedBy(lastStep));
        for (Budget budget : new Budget[] {Plans.PURE, Plans.GAUSSIAN}) {
            PricedTotals priced = priced(
                    budget, every(running).with(Queries.clamped(0, 1L << 20)).contributions(3));
            for (Accuracy accuracy : priced.accuracies()) {
                assertThat(accuracy.stddev()).isPositive().isFinite();
                assertThat(accuracy.error95()).isGreaterThan(1.9 * accuracy.stddev());
            }
        }
    }

    /** The clamp is a billion on a grid of a thousandth: 1e12 steps, and a hundred records of this size. */
    @Test
    void noise_beyond_the_largest_scale_is_stated_in_full() {
        Budget budget = new Budget.Approximate(BigDecimal.ONE, Delta.atMost(new BigDecimal("1e-6")));
        Sum sum = new Sum("v", BigDecimal.ONE, new BigDecimal("0.001"), new Sum.Range(0, 1_000_000_000_000L), null);
        RunningWindow today = RunningWindow.of(Duration.ofMinutes(15), 96).resetting(Duration.ofDays(1));
        PricedTotals priced =
                priced(budget, Totals.running("q", 1).windows(today).with(sum).contributions(100));
        Accuracy accuracy = priced.accuracies().get(0);
        assertThat(accuracy.stddev()).isBetween(1.0e11, 1.1e11);
        assertThat(accuracy.error95() / accuracy.stddev()).isEqualTo(1.96, within(0.001));
        assertThat(priced.errorLaw(0, 96).stddev() * 0.001).isCloseTo(accuracy.stddev(), withinPercentage(1e-6));
    }

    @Test
    void a_series_costs_a_key_what_one_unit_can_spend_on_it_and_the_share_at_most() {
        Totals query = every(RunningWindow.of(MINUTE, 64)).contributions(10);
        assertThat(priced(Plans.PURE, query).releaseCost().femto()).isEqualTo(1_000_000_000_000_000L);
        assertThat(priced(Plans.PURE, query.bounded(10, 2, 0)).releaseCost().femto())
                .isEqualTo(200_000_000_000_000L);
        assertThat(priced(Plans.GAUSSIAN, query.bounded(10, 1, 0))
                        .releaseCost()
                        .value()
                        .doubleValue())
                .isEqualTo(0.05, within(1e-6));
    }

    /**
     * The worst pattern is then a record at every step of 2^26, or a million records at one step: more than a long can count
     * in any currency.
     */
    @Test
    void a_series_whose_bounds_admit_more_than_any_budget_costs_a_key_the_share() {
        Totals running = every(RunningWindow.of(MINUTE, 64)).with(Queries.clamped(-9, 1L << 30));
        Totals sliding =
                every(SlidingWindow.of(MINUTE.multipliedBy(24), MINUTE)).contributions(1);
        for (Totals query : List.of(running, sliding)) {
            for (Budget budget : List.of(Plans.PURE, Plans.GAUSSIAN)) {
                PricedTotals apart = priced(budget, query.bounded(Bounds.UNBOUNDED, Bounds.UNBOUNDED, 1));
                assertThat(apart.releaseCost()).isEqualTo(apart.price().share());
                PricedTotals many = priced(budget, query.bounded(2, 1_000_000, 0));
                assertThat(many.releaseCost()).isEqualTo(many.price().share());
            }
        }
    }

    /**
     * The stated cost of a record times the stated number of affordable records is the share: the gate accepts this number
     * and no more.
     */
    @ParameterizedTest
    @CsvSource({"1000, 3, 1, 3", "1000, 3, 4, 12", "10, 3, 4, 10", "1, 3, 4, 1", "1000, 1, 20, 20"})
    void a_record_costs_what_the_gate_charges_under_a_pure_budget(
            int contributions, int keys, int times, long affords) {
        Totals query = every(RunningWindow.of(MINUTE, 64)).contributions(contributions);
        PricedTotals priced = priced(Plans.PURE, query.bounded(keys, times, 0));
        assertThat(priced.affords()).isEqualTo(affords);
        assertThat(priced.recordPrice().doubleValue()).isEqualTo(1.0 / affords, within(1e-15));
        assertThat(priced.recordPrice().multiply(BigDecimal.valueOf(affords))).isGreaterThanOrEqualTo(BigDecimal.ONE);
    }

    /**
     * The worst pattern of three keys with four records each costs 3 &middot; 4&sup2; = 48 times one record, for a number and
     * for a block.
     */
    @Test
    void a_record_costs_what_the_gate_charges_under_a_gaussian_budget() {
        Totals number = every(RunningWindow.of(MINUTE, 64)).contributions(1000);
        Mean mean = new Mean("avg", BigDecimal.ONE, BigDecimal.ONE, new Sum.Range(0, 10));
        for (Totals query : List.of(number, Totals.running("q", 64).with(mean).contributions(1000))) {
            PricedTotals few = priced(Plans.GAUSSIAN, query.bounded(3, 4, 0));
            double share = few.price().share().value().doubleValue();
            assertThat(few.affords()).isBetween(47L, 48L);
            assertThat(few.recordPrice().doubleValue()).isCloseTo(share / 48, withinPercentage(0.5));
            PricedTotals many = priced(Plans.GAUSSIAN, query.bounded(1000, 1, 0));
            assertThat(many.affords()).isEqualTo(1000);
            assertThat(many.recordPrice()).isEqualByComparingTo("0.0005");
        }
    }

    @Test
    void bounds_of_the_other_kind_of_window_are_refused() {
        Query running = every(RunningWindow.of(MINUTE, 64)).query();
        Query tumbling = Queries.hourly("q").count().query();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> bounded(running, new Bounds(3, 1, Bounds.UNBOUNDED, Bounds.UNBOUNDED)))
                .withMessageContaining("keys-per-period");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> bounded(tumbling, Bounds.of(new Bounds.Series(1, 1, 1, 1))))
                .withMessageContaining("keys-per-window");
    }

    private static Query bounded(Query query, Bounds bounds) {
        return new Query(
                query.name(),
                query.version(),
                query.reads(),
                query.keys(),
                query.window(),
                bounds,
                query.aggregates(),
                query.spend(),
                query.keyAccount());
    }
}
