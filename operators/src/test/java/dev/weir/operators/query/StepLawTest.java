package dev.weir.operators.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.accountant.mechanism.DiscreteLaplace;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.privacy.Ratio;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class StepLawTest {

    @ParameterizedTest
    @ValueSource(doubles = {2.5, 30, 1000, 1e9, 1e12})
    void a_law_has_the_deviation_that_it_is_of(double stddev) {
        for (Norm norm : Norm.values()) {
            assertThat(StepLaw.of(norm, stddev).stddev()).isCloseTo(stddev, withinPercentage(1e-6));
        }
    }

    /** From a deviation of 64 steps on, half a step is less than a hundredth of it. */
    @RepeatedTest(200)
    void a_law_of_any_deviation_has_that_and_its_95_percent_point(RepetitionInfo run) {
        double stddev = Math.pow(2, 6 + 54 * new SplittableRandom(run.getCurrentRepetition()).nextDouble());
        AdditiveNoise gaussian = StepLaw.of(Norm.SQUARED_L2, stddev);
        AdditiveNoise laplace = StepLaw.of(Norm.L1, stddev);
        assertThat(gaussian.stddev()).isCloseTo(stddev, withinPercentage(1e-6));
        assertThat(laplace.stddev()).isCloseTo(stddev, withinPercentage(1e-6));
        assertThat(gaussian.error(0.95) / stddev).isBetween(1.95, 1.98);
        assertThat(laplace.error(0.95) / stddev).isBetween(2.10, 2.14);
    }

    @Test
    void beyond_what_can_be_drawn_a_law_is_of_errors_alone() {
        AdditiveNoise wide = StepLaw.of(Norm.SQUARED_L2, 1e15);
        assertThat(wide.error(0.95)).isCloseTo(1.959963984540054e15, withinPercentage(1e-9));
        assertThat(wide.times(Ratio.of(4, 1)).stddev()).isEqualTo(2e15);
        assertThat(StepLaw.of(Norm.L1, 1e15).times(Ratio.of(4, 1)).stddev()).isCloseTo(4e15, withinPercentage(1e-9));
        assertThatThrownBy(wide::sampler).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> wide.prepare(List.of(Ratio.ONE))).isInstanceOf(UnsupportedOperationException.class);
    }

    /**
     * For sums of n continuous Laplace draws of scale b, P(|S| &gt; t) is e^(-x) times a polynomial of x = t / b: 1 + x / 2
     * for n = 2, and 1 + 5 x / 8 + x&sup2; / 8 for n = 3. Beyond the 95 % point of one draw of the same deviation they have
     * less than 5 %.
     */
    @Test
    void sums_of_draws_stay_within_the_95_percent_point_of_one_draw_more_often() {
        double point = StepLaw.of(Norm.L1, 1e6).error(0.95) / 1e6;
        double two = point * 2;
        double three = point * Math.sqrt(6);
        assertThat(Math.exp(-two) * (1 + two / 2)).isBetween(0.04, 0.05);
        assertThat(Math.exp(-three) * (1 + 5 * three / 8 + three * three / 8)).isBetween(0.04, 0.045);
    }

    /**
     * Tests the basis of intervals of means where a whole step of noise matters: exact probabilities of |(1 - m) S - m T| for
     * independent sums S and T of discrete Laplace draws. Nothing is drawn here, so there is no false alarm.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 8, 12})
    void a_law_of_intervals_holds_95_percent_of_sums_of_few_and_of_small_draws(int draws) {
        for (int hundredths : new int[] {20, 30, 50, 80, 100, 120, 200, 500}) {
            DiscreteLaplace one = new DiscreteLaplace(Ratio.of(hundredths, 100));
            double[] law = sum(one, draws);
            double stddev = one.stddev() * Math.sqrt(draws);
            double scale = StepLaw.ofIntervals(Norm.L1, stddev).scale();
            for (double m : new double[] {0, 0.001, 0.1, 0.25, 1.0 / 3, 0.4, 0.5}) {
                assertThat(within(law, m, scale * point(m)))
                        .as("scale %s / 100, m %s", hundredths, m)
                        .isBetween(0.95, 1.0);
            }
        }
    }

    /**
     * Tests a wrong distribution, a single draw of the same deviation, at the scale of one record of 1 at epsilon 2, where
     * two draws are added.
     */
    @Test
    void a_law_of_the_same_deviation_holds_less_where_a_step_matters() {
        DiscreteLaplace one = new DiscreteLaplace(Ratio.of(1, 2));
        double scale = StepLaw.of(Norm.L1, one.stddev() * Math.sqrt(2)).scale();
        assertThat(within(sum(one, 2), 0.001, scale * point(0.001))).isBetween(0.921, 0.922);
    }

    @Test
    void a_law_of_intervals_is_hardly_wider_where_a_step_is_little() {
        assertThat(StepLaw.ofIntervals(Norm.L1, 1000).stddev()).isBetween(1000.0, 1000.3);
        assertThat(StepLaw.ofIntervals(Norm.SQUARED_L2, 1000)).isEqualTo(StepLaw.of(Norm.SQUARED_L2, 1000));
    }

    /** Doubles of this size have a resolution of a 2048th of a step. */
    @Test
    void a_law_of_intervals_is_as_much_wider_beyond_what_can_be_drawn() {
        double drawn = Math.pow(2, 41);
        for (double stddev : new double[] {drawn / 4, drawn}) {
            assertThat(StepLaw.ofIntervals(Norm.L1, stddev).stddev() - stddev).isBetween(0.29, 0.31);
        }
    }

    /** Returns the probabilities of -k to k, where k is the middle of the array; probabilities further out are below 1e-15. */
    private static double[] sum(DiscreteLaplace noise, int draws) {
        double q = Math.exp(-1 / noise.scale());
        int most = (int) (40 * noise.scale()) + 5;
        double[] one = new double[2 * most + 1];
        for (int k = -most; k <= most; k++) {
            one[k + most] = (1 - q) / (1 + q) * Math.pow(q, Math.abs(k));
        }
        double[] sum = one;
        for (int i = 1; i < draws; i++) {
            sum = convolved(sum, one);
        }
        return sum;
    }

    private static double[] convolved(double[] a, double[] b) {
        double[] sum = new double[a.length + b.length - 1];
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < b.length; j++) {
                sum[i + j] += a[i] * b[j];
            }
        }
        return sum;
    }

    /** Returns P(|(1 - m) S - m T| &le; {@code point}) for independent S and T of this distribution. */
    private static double within(double[] law, double m, double point) {
        int most = law.length / 2;
        double sum = 0;
        for (int s = -most; s <= most; s++) {
            for (int t = -most; t <= most; t++) {
                sum += Math.abs((1 - m) * s - m * t) <= point ? law[s + most] * law[t + most] : 0;
            }
        }
        return sum;
    }

    /** Returns the 95 % point of |(1 - m) Z1 - m Z2| for continuous Laplace noise of scale 1, by bisection. */
    private static double point(double m) {
        double low = 0;
        double high = 10;
        for (int i = 0; i < 60; i++) {
            double middle = (low + high) / 2;
            low = tail(m, middle) > 0.05 ? middle : low;
            high = tail(m, middle) > 0.05 ? high : middle;
        }
        return low;
    }

    private static double tail(double m, double t) {
        double a = 1 - m;
        double of = a * a * Math.exp(-t / a);
        if (m == 0) {
            return of;
        }
        return a - m < 1e-9 ? (1 + t / (2 * a)) * Math.exp(-t / a) : (of - m * m * Math.exp(-t / m)) / (a * a - m * m);
    }
}
