package dev.weir.operators.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.continual.CorrelatedNoise;
import dev.weir.accountant.continual.KaryTreeNoise;
import dev.weir.accountant.continual.PreparedSeries;
import dev.weir.accountant.continual.SimultaneousBand;
import dev.weir.accountant.continual.plan.NaiveErrors;
import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import dev.weir.operators.testing.Totals;
import dev.weir.operators.time.RunningWindow;
import dev.weir.operators.time.SeriesWindow;
import dev.weir.operators.time.SlidingWindow;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests the errors that are stated for a whole series before it begins. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SeriesErrorsTest {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private static PricedTotals priced(Budget budget, SeriesWindow window) {
        Totals query = Totals.running("q", 1).windows(window).with(Queries.clamped(0, 1000));
        return Totals.priced(Totals.plan(PrivacyUnit.USER, budget, query), 0);
    }

    /**
     * Noise multiplier 4.2248 ({@code calibration.csv}), two contributions, and 288 steps. Step 255 needs the most nodes: 8
     * on 9 levels.
     */
    @Test
    void editors_so_far_today_would_have_a_much_larger_error_in_other_ways() {
        Budget budget = new Budget.Approximate(BigDecimal.ONE, Delta.atMost(new BigDecimal("1e-6")));
        RunningWindow today = RunningWindow.of(Duration.ofMinutes(5), 288).resetting(Duration.ofDays(1));
        Totals query =
                Totals.running("q", 1).windows(today).count().bounded(2, 1, 0).contributions(2);
        NaiveErrors others =
                Totals.priced(Totals.plan(PrivacyUnit.USER, budget, query), 0).naiveErrors(0);
        double one = 4.2248 * Math.sqrt(2);
        assertThat(others.increments()).isEqualTo(one * Math.sqrt(288), within(0.01));
        assertThat(others.recomputed()).isEqualTo(one * Math.sqrt(288), within(0.01));
        assertThat(others.binaryTree()).isEqualTo(one * Math.sqrt(9 * 8), within(0.01));
    }

    @Test
    void sliding_windows_would_have_the_noise_of_their_panes() {
        PricedTotals priced = priced(Plans.GAUSSIAN, SlidingWindow.of(MINUTE.multipliedBy(24), MINUTE));
        assertThat(priced.naiveErrors(0).increments()).isEqualTo(1000 * Math.sqrt(24), within(1e-6));
        assertThat(priced.naiveErrors(0).recomputed()).isEqualTo(1000 * Math.sqrt(24), within(1e-6));
    }

    @Test
    void bands_of_more_steps_are_wider_and_of_one_step_hold_that_alone() {
        for (SeriesWindow window :
                List.of(RunningWindow.of(MINUTE, 288), SlidingWindow.of(MINUTE.multipliedBy(24), MINUTE))) {
            PricedTotals priced = priced(Plans.GAUSSIAN, window);
            double stddev = priced.stddevs(1)[0];
            assertThat(priced.band(0, 1).halfWidth(1)).isEqualTo(1.959964 * stddev, within(0.002 * stddev));
            double few = priced.band(0, 24).halfWidth(24);
            assertThat(priced.band(0, 288).halfWidth(24)).isGreaterThan(few);
            assertThat(few).isGreaterThan(2.3 * priced.stddevs(24)[0]);
        }
    }

    /**
     * Counts how many of 2000 series of 100 windows leave the band at any step. More than 5 % plus six standard deviations of
     * the binomial distribution occur by chance less than once in 1e8 runs.
     */
    @Test
    @Tag("statistical")
    void the_band_of_sliding_windows_holds_95_percent_of_series() {
        for (Budget budget : List.of(Plans.PURE, Plans.GAUSSIAN)) {
            PricedTotals priced = priced(budget, SlidingWindow.of(MINUTE.multipliedBy(6), MINUTE));
            double[] halfWidths = halfWidths(priced);
            int left = 0;
            for (int series = 0; series < 2000; series++) {
                left += leaves(priced.series().noise(0), halfWidths, series) ? 1 : 0;
            }
            assertThat(left).isLessThan((int) (100 + 6 * Math.sqrt(95)));
        }
    }

    /** The expected error comes from the masses of the nodes of the last step, convolved one after another. */
    @Test
    void the_error_of_a_pure_running_total_is_that_of_the_sum_of_its_nodes() {
        Totals query =
                Totals.running("q", 1).windows(RunningWindow.of(MINUTE, 288)).count();
        PricedTotals priced = Totals.priced(Totals.plan(PrivacyUnit.USER, Plans.PURE, query), 0);
        KaryTreeNoise noise = (KaryTreeNoise) priced.series().noise(0);
        int nodes = (int) noise.tree().nodes(288);
        int error95 = (int) priced.accuracies().get(0).error95();
        assertThat(nodes).isGreaterThan(10);
        assertThat(beyond(noise.noise().scale(), nodes, error95)).isLessThanOrEqualTo(0.05);
        assertThat(beyond(noise.noise().scale(), nodes, error95 - 1)).isGreaterThan(0.05);
    }

    private static double beyond(double scale, int draws, int k) {
        int most = (int) (30 * scale) + 10;
        double q = Math.exp(-1 / scale);
        double[] sum = {1};
        for (int i = 0; i < draws; i++) {
            double[] next = new double[sum.length + 2 * most];
            for (int j = 0; j < next.length - 2 * most; j++) {
                for (int step = -most; step <= most; step++) {
                    next[j + step + most] += sum[j] * (1 - q) / (1 + q) * Math.pow(q, Math.abs(step));
                }
            }
            sum = next;
        }
        double inside = 0;
        for (int i = -k; i <= k; i++) {
            inside += sum[sum.length / 2 + i];
        }
        return 1 - inside;
    }

    /**
     * If Gaussian noise is smaller than a grid step, 1.96 deviations are not a whole number, and more than 5 % lie beyond
     * them. Of 200 000 totals, more than 5 % plus five standard deviations of the binomial distribution occur by chance less
     * than once in a million runs.
     */
    @Test
    @Tag("statistical")
    void the_error_of_a_gaussian_running_total_holds_where_noise_is_smaller_than_a_step() {
        for (String epsilon : List.of("20", "26", "32", "40")) {
            Budget budget = new Budget.Approximate(new BigDecimal(epsilon), Delta.atMost(new BigDecimal("1e-6")));
            Totals query =
                    Totals.running("q", 1).windows(RunningWindow.of(MINUTE, 2)).count();
            PricedTotals priced = Totals.priced(Totals.plan(PrivacyUnit.USER, budget, query), 0);
            CorrelatedNoise noise = priced.series().noise(0);
            PreparedSeries series = noise.prepare();
            SplittableRandom random = new SplittableRandom(7);
            double error95 = priced.accuracies().get(0).error95();
            int beyond = 0;
            for (int i = 0; i < 200_000; i++) {
                long[] state = new long[noise.words()];
                series.next(state, 0, 0, random::nextLong);
                beyond += Math.abs(series.next(state, 0, 0, random::nextLong)) > error95 ? 1 : 0;
            }
            assertThat(beyond).as(epsilon).isLessThan((int) (10_000 + 5 * Math.sqrt(9_500)));
        }
    }

    /**
     * Tests clamps of 2^10 to 2^39 steps and up to 100 records of this size: deviations of 2^13 to 2^46 steps. No noise is
     * drawn.
     */
    @RepeatedTest(50)
    void the_error_of_a_gaussian_series_of_any_scale_goes_with_its_deviation(RepetitionInfo run) {
        SplittableRandom random = new SplittableRandom(run.getCurrentRepetition());
        long clamp = 1L << random.nextInt(10, 40);
        Budget budget = new Budget.Approximate(BigDecimal.ONE, Delta.atMost(new BigDecimal("1e-6")));
        for (SeriesWindow window :
                List.of(RunningWindow.of(MINUTE, 64), SlidingWindow.of(MINUTE.multipliedBy(8), MINUTE))) {
            Totals query = Totals.running("q", 1)
                    .windows(window)
                    .with(Queries.clamped(0, clamp))
                    .contributions(random.nextLong(1, 101));
            PricedTotals priced = Totals.priced(Totals.plan(PrivacyUnit.USER, budget, query), 0);
            double stddev = priced.stddevs(priced.plannedSteps())[0];
            assertThat(priced.accuracies().get(0).error95() / stddev).isBetween(1.95, 1.97);
            assertThat(priced.errorLaw(0, priced.plannedSteps()).stddev() / stddev)
                    .isEqualTo(1, within(1e-9));
        }
    }

    private static double[] halfWidths(PricedTotals priced) {
        SimultaneousBand band = priced.band(0, 100);
        return IntStream.rangeClosed(1, 100).mapToDouble(band::halfWidth).toArray();
    }

    private static boolean leaves(CorrelatedNoise noise, double[] halfWidths, long seed) {
        PreparedSeries series = noise.prepare();
        SplittableRandom random = new SplittableRandom(seed);
        long[] state = new long[noise.words()];
        long[] totals = new long[halfWidths.length + 1];
        boolean left = false;
        for (int step = 1; step < totals.length; step++) {
            totals[step] = series.next(state, 0, 0, random::nextLong);
            left |= Math.abs(totals[step] - totals[Math.max(0, step - 6)]) > halfWidths[step - 1];
        }
        return left;
    }
}
