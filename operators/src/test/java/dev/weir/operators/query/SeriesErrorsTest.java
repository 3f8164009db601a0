package dev.weir.operators.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.continual.CorrelatedNoise;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is said of the error of a whole series before it begins. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SeriesErrorsTest {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private static PricedTotals priced(Budget budget, SeriesWindow window) {
        Totals query = Totals.running("q", 1).windows(window).with(Queries.clamped(0, 1000));
        return Totals.priced(Totals.plan(PrivacyUnit.USER, budget, query), 0);
    }

    /** Noise multiplier 4.2248 ({@code calibration.csv}), two contributions, 288 steps, of which 255 takes the most nodes, 8 on 9 levels. */
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
     * Windows under pure budgets: of 2000 series of 100 windows, how many leave the band somewhere. More than 5 % and six standard
     * deviations of the binomial law happen by chance less than once in 1e8 runs.
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
