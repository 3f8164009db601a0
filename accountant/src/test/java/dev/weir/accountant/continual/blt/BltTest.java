package dev.weir.accountant.continual.blt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class BltTest {

    private static final Blt BLT = PrefixDesign.of(4096).optimize(4);

    @Test
    void the_weights_are_positive_and_add_up_to_one() {
        assertThat(Arrays.stream(BLT.beta()).min().orElseThrow()).isPositive();
        assertThat(Arrays.stream(BLT.beta()).sum()).isCloseTo(1, within(1e-12));
    }

    /** With more buffers than steps, some decays have no effect, and the search visits points with indistinguishable decays. */
    @Test
    void more_buffers_than_a_short_horizon_needs_are_no_worse_than_one() {
        for (int steps : new int[] {1, 3, 4, 8, 11, 19, 24, 38}) {
            PrefixDesign design = PrefixDesign.of(steps);
            double one = PrefixErrors.of(design, design.optimize(1));
            for (int buffers = 2; buffers <= BltDesign.MOST_BUFFERS; buffers++) {
                assertThat(PrefixErrors.of(design, design.optimize(buffers))).isLessThan(1.01 * one);
            }
        }
    }

    /** Tests B C = A: the sum of b_j c_(m - j) over j is 1 for every m. */
    @Test
    void encoder_and_decoder_are_inverse_up_to_the_running_total() {
        for (int m = 0; m < 300; m++) {
            double sum = 0;
            for (int j = 0; j <= m; j++) {
                sum += BLT.noiseCoefficient(j) * BLT.coefficient(m - j);
            }
            assertThat(sum).isCloseTo(1, within(1e-12));
        }
    }

    @Test
    void variances_are_sums_of_squared_coefficients() {
        double sum = 0;
        double mean = 0;
        for (int t = 1; t <= 500; t++) {
            sum += BLT.noiseCoefficient(t - 1) * BLT.noiseCoefficient(t - 1);
            mean += sum;
            assertThat(BLT.variance(t)).isCloseTo(sum, within(1e-11));
        }
        assertThat(BLT.meanVariance(500)).isCloseTo(mean / 500, within(1e-10));
        double[] doubling = BLT.doublingVariances(10);
        for (int i = 0; i < 10; i++) {
            assertThat(doubling[i]).isCloseTo(BLT.variance(1L << i), within(1e-11));
        }
    }

    @Test
    void covariances_are_sums_of_products_of_coefficients() {
        for (int lag : new int[] {0, 1, 10, 100}) {
            double sum = 0;
            for (int j = 0; j < 50; j++) {
                sum += BLT.noiseCoefficient(j) * BLT.noiseCoefficient(j + lag);
            }
            assertThat(BLT.covariance(50, 50 + lag)).isCloseTo(sum, within(1e-11));
        }
    }

    @Test
    void the_window_variance_is_the_limit_of_differences_of_late_totals() {
        long late = 1L << 40;
        double difference = BLT.variance(late) + BLT.variance(late + 24) - 2 * BLT.covariance(late, late + 24);
        assertThat(BLT.windowVariance(24)).isCloseTo(difference, within(1e-3));
        assertThat(BLT.windowVariance(1)).isGreaterThan(1);
    }

    @Test
    void a_window_at_a_step_is_the_difference_of_two_totals() {
        for (long step : new long[] {25, 100, 5000}) {
            double difference = BLT.variance(step) + BLT.variance(step - 24) - 2 * BLT.covariance(step - 24, step);
            assertThat(BLT.windowVariance(24, step)).as("step %d", step).isCloseTo(difference, within(1e-9));
        }
        assertThat(BLT.windowVariance(24, 24)).isCloseTo(BLT.variance(24), within(1e-12));
        assertThat(BLT.windowVariance(24, 1L << 40)).isCloseTo(BLT.windowVariance(24), within(1e-12));
    }

    @Test
    void inner_products_of_columns_are_sums_of_products_of_coefficients() {
        int steps = 200;
        Gram gram = new Gram(BLT, steps);
        for (int lag : new int[] {0, 1, 2, 17, 150, 198, 199, 200}) {
            double sum = 0;
            for (int t = 0; t < steps - lag; t++) {
                sum += BLT.coefficient(t) * BLT.coefficient(t + lag);
            }
            assertThat(gram.at(lag)).as("lag %d", lag).isCloseTo(sum, within(1e-11));
            assertThat(new Gram(BLT, PrefixDesign.UNLIMITED).at(lag)).isGreaterThanOrEqualTo(sum * (1 - 1e-12));
        }
        assertThat(new Gram(BLT, 1L << 40).at(7)).isCloseTo(new Gram(BLT, PrefixDesign.UNLIMITED).at(7), within(1e-9));
    }

    @Test
    void an_unlimited_series_has_the_sensitivity_that_long_ones_approach() {
        double limit = new Gram(BLT, PrefixDesign.UNLIMITED).minSeparationSquared(5, 30);
        assertThat(SeparatedColumns.squaredSensitivity(BLT, 1 << 22, 5, 30)).isCloseTo(limit, within(1e-6 * limit));
        assertThat(new Gram(BLT, 1 << 22).minSeparationSquared(5, 30)).isCloseTo(limit, within(1e-6 * limit));
        assertThat(new Gram(BLT, PrefixDesign.UNLIMITED).minSeparationSquared(3, 0))
                .isCloseTo(9 * new Gram(BLT, PrefixDesign.UNLIMITED).at(0), within(1e-9));
    }

    /** A unit that contributes at every second step of the longest series must not cost a loop over its contributions. */
    @Test
    void thousands_of_contributions_are_bounded_in_closed_form() {
        double exact = SeparatedColumns.squaredSensitivity(BLT, 1 << 14, 1 << 13, 2);
        assertThat(new Gram(BLT, 1 << 14).minSeparationSquared(1 << 13, 2)).isGreaterThan(exact);
        double unlimited = new Gram(BLT, PrefixDesign.UNLIMITED).minSeparationSquared(1 << 25, 2);
        assertThat(new Gram(BLT, 1L << 26).minSeparationSquared(1 << 25, 2))
                .isCloseTo(unlimited, within(1e-9 * unlimited));
    }

    /**
     * Sums over many blocks are computed by doubling. Tests both sides of the number at which this begins, and decays close
     * to 1.
     */
    @Test
    void many_separate_contributions_are_norms_of_added_columns() {
        for (Blt blt : List.of(BLT, PrefixDesign.of(1L << 40).optimize(5))) {
            for (int times : new int[] {63, 64, 65, 66, 500, 1001}) {
                for (int separation : new int[] {1, 3}) {
                    double exact = addedColumns(blt, 3000, times, separation);
                    assertThat(SeparatedColumns.squaredSensitivity(blt, 3000, times, separation))
                            .as("%d times", times)
                            .isCloseTo(exact, within(1e-11 * exact));
                }
            }
        }
    }

    private static double addedColumns(Blt blt, int steps, int times, int separation) {
        double squared = 0;
        for (int t = 0; t < steps; t++) {
            double sum = 0;
            for (int m = 0; m < times && m * separation <= t; m++) {
                sum += blt.coefficient(t - m * separation);
            }
            squared += sum * sum;
        }
        return squared;
    }

    /** Tests every pattern of up to k contributions at least b apart, over 8 and 16 steps. */
    @Test
    void no_pattern_is_worse_than_the_evenly_spaced_one() {
        for (int steps : new int[] {8, 16}) {
            for (int times = 1; times <= 5; times++) {
                for (int separation = 1; separation <= 7; separation++) {
                    double worst = worst(steps, times, separation, new ArrayList<>());
                    double closed = SeparatedColumns.squaredSensitivity(BLT, steps, times, separation);
                    assertThat(closed).isCloseTo(worst, within(1e-11));
                    assertThat(new Gram(BLT, steps).minSeparationSquared(times, separation))
                            .isGreaterThanOrEqualTo(worst - 1e-11);
                }
            }
        }
    }

    private static double worst(int steps, int times, int separation, List<Integer> pattern) {
        double worst = squaredNorm(steps, pattern);
        int from = pattern.isEmpty() ? 0 : pattern.get(pattern.size() - 1) + separation;
        for (int next = from; next < steps && pattern.size() < times; next++) {
            pattern.add(next);
            worst = Math.max(worst, worst(steps, times, separation, pattern));
            pattern.remove(pattern.size() - 1);
        }
        return worst;
    }

    private static double squaredNorm(int steps, List<Integer> pattern) {
        double sum = 0;
        for (int t = 0; t < steps; t++) {
            int step = t;
            double value = pattern.stream()
                    .filter(start -> start <= step)
                    .mapToDouble(start -> BLT.coefficient(step - start))
                    .sum();
            sum += value * value;
        }
        return sum;
    }

    @Test
    void parameters_are_whole_multiples_of_their_resolution_and_found_again() {
        for (double value : BLT.eta()) {
            assertThat(value * 0x1p62).isEqualTo(Math.rint(value * 0x1p62));
        }
        assertThat(Blt.of(BLT.eta(), BLT.omega())).isEqualTo(BLT).hasSameHashCodeAs(BLT);
        assertThat(PrefixDesign.of(4096).optimize(4)).isEqualTo(BLT);
    }

    @Test
    void parameters_that_do_not_interlace_are_refused() {
        assertThatIllegalArgumentException().isThrownBy(() -> Blt.of(new double[] {0.5, 0.1}, new double[] {0.1, 0.1}));
        assertThatIllegalArgumentException().isThrownBy(() -> Blt.of(new double[] {0.1, 0.5}, new double[] {0.9, 0.2}));
        assertThatIllegalArgumentException().isThrownBy(() -> Blt.of(new double[] {0.1}, new double[] {0}));
        assertThatIllegalArgumentException().isThrownBy(() -> PrefixDesign.of(0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PrefixDesign.of(64).optimize(11));
    }
}
