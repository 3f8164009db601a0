package dev.weir.accountant.continual.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.weir.accountant.mechanism.DiscreteLaplace;
import dev.weir.accountant.privacy.Ratio;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares with sums over the probability masses, convolved draw by draw. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LaplaceSumTest {

    private static DiscreteLaplace noise(String scale) {
        return new DiscreteLaplace(Ratio.of(new java.math.BigDecimal(scale)));
    }

    /** Returns P(|S| &gt; k) of a sum of draws, k = 0, 1, ...; masses beyond 40 scales per draw are ignored. */
    private static double[] tails(double scale, int draws) {
        int most = (int) (40 * scale) + 10;
        double q = Math.exp(-1 / scale);
        double[] one = new double[2 * most + 1];
        for (int k = -most; k <= most; k++) {
            one[k + most] = (1 - q) / (1 + q) * Math.pow(q, Math.abs(k));
        }
        double[] sum = one;
        for (int i = 1; i < draws; i++) {
            sum = convolved(sum, one);
        }
        int middle = sum.length / 2;
        double[] tails = new double[middle + 1];
        for (int k = middle - 1; k >= 0; k--) {
            tails[k] = tails[k + 1] + 2 * sum[middle + k + 1];
        }
        return tails;
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

    @ParameterizedTest
    @CsvSource({"0.03, 7", "0.2, 1", "0.2, 20", "1, 2", "1, 12", "3.7, 5", "10, 1", "10, 8", "2.5, 25"})
    void the_bound_is_the_smallest_number_that_the_sum_stays_within(String scale, int draws) {
        LaplaceSum law = new LaplaceSum(noise(scale), draws);
        double[] tails = tails(Double.parseDouble(scale), draws);
        for (double failure : new double[] {0.3, 0.05, 0.05 / 24, 0.05 / 8784, 1e-9}) {
            int bound = (int) law.within(failure);
            assertThat(tails[bound]).isLessThanOrEqualTo(failure * (1 + 1e-9));
            assertThat(bound == 0 ? 1 : tails[bound - 1]).isGreaterThan(failure * (1 - 1e-8));
        }
    }

    @Test
    void one_draw_has_the_error_of_the_law_itself() {
        for (String scale : new String[] {"0.1", "1", "17.3", "123456.7", "1099511627776"}) {
            assertThat(new LaplaceSum(noise(scale), 1).within(0.05))
                    .isCloseTo(noise(scale).error(0.95), withinPercentage(1e-7));
        }
    }

    /**
     * The distribution of a sum of a thousand draws is nearly normal, so 1.96 deviations hold 95 %; the fourth cumulant
     * widens the interval slightly.
     */
    @Test
    void many_draws_are_nearly_normal() {
        DiscreteLaplace noise = noise("1000");
        assertThat(new LaplaceSum(noise, 1000).within(0.05) / (noise.stddev() * Math.sqrt(1000)))
                .isEqualTo(1.959964, within(0.002));
    }

    @Test
    void beyond_what_doubles_hold_a_bound_stands_for_the_law_and_is_not_below_it() {
        LaplaceSum bounded = new LaplaceSum(noise("50"), 1001);
        for (double failure : new double[] {0.05, 1e-4, 1e-9}) {
            double exact = new LaplaceSum(noise("50"), 1000).within(failure);
            assertThat(bounded.within(failure)).isBetween(exact, 1.4 * exact);
        }
    }

    @Test
    void no_draws_and_no_failure_are_refused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new LaplaceSum(noise("1"), 0));
        LaplaceSum one = new LaplaceSum(noise("1"), 1);
        assertThatIllegalArgumentException().isThrownBy(() -> one.within(0));
    }
}
