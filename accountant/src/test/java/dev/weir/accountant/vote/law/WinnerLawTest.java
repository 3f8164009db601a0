package dev.weir.accountant.vote.law;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.compose.normal.NormalTail;
import dev.weir.accountant.vote.exact.Votes;
import java.util.Arrays;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class WinnerLawTest {

    @ParameterizedTest
    @ValueSource(doubles = {0.5, 3, 40, 1e4})
    void of_two_labels_the_second_wins_with_the_tail_of_the_difference(double sigma) {
        for (long lead : new long[] {0, 1, 7, 300}) {
            double[] law = WinnerLaw.gaussian(Votes.of(lead + 5, 5), sigma);
            assertThat(law[1]).isCloseTo(NormalTail.of(lead / (sigma * StrictMath.sqrt(2))), within(1e-12));
            assertThat(law[0] + law[1]).isCloseTo(1, within(1e-12));
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.01, 0.3, 5})
    void of_two_labels_with_laplace_noise_the_second_wins_as_lemma_4_says(double gamma) {
        for (long lead : new long[] {0, 1, 7, 300}) {
            double[] law = WinnerLaw.laplace(Votes.of(lead + 5, 5), gamma);
            double miss = (2 + gamma * lead) / 4 * StrictMath.exp(-gamma * lead);
            assertThat(law[1]).isCloseTo(miss, within(1e-12));
            assertThat(law[0] + law[1]).isCloseTo(1, within(1e-12));
        }
    }

    @Test
    void a_hundred_equal_labels_win_equally_often() {
        Votes votes = Votes.copyOf(new double[100]);
        assertThat(WinnerLaw.gaussian(votes, 0.5)).containsOnly(new double[] {0.01}, within(1e-12));
        assertThat(WinnerLaw.laplace(votes, 2)).containsOnly(new double[] {0.01}, within(1e-12));
        double[] grid = WinnerLaw.onGrid(votes, 0.5, 16);
        assertThat(Arrays.stream(grid).sum()).isCloseTo(1, within(1e-11));
        assertThat(grid[0]).isGreaterThan(grid[99] + 1e-7); // ties go to the first
    }

    /** All pairs of noisy votes of two labels, added up one by one. */
    @Test
    void on_a_coarse_grid_the_law_is_the_sum_over_all_noisy_votes() {
        double sigma = 0.8;
        double step = 0.25;
        double first = 0;
        for (int a = -60; a <= 60; a++) {
            for (int b = -60; b <= 60; b++) {
                if (2 + a * step >= 1 + b * step) {
                    first += mass(a, step / sigma) * mass(b, step / sigma);
                }
            }
        }
        assertThat(WinnerLaw.onGrid(Votes.of(2, 1), sigma, 2)[0]).isCloseTo(first, within(1e-12));
    }

    private static double mass(int k, double step) {
        return NormalTail.of((Math.abs(k) - 0.5) * step) - NormalTail.of((Math.abs(k) + 0.5) * step);
    }

    @Test
    void the_integral_on_a_fine_grid_is_the_sum_over_its_points() {
        double[] counts = {90, 100, 60, 100};
        double[] sum = new GridLaw(counts, 30, 0x1p-5).probabilities();
        double[] integral = new GaussianLaw(counts, 30, 0x1p-5).probabilities();
        assertThat(integral).containsExactly(sum, within(1e-12));
        double[] continuous = new GaussianLaw(counts, 30, 0).probabilities();
        assertThat(integral[1] - continuous[1]).isGreaterThan(1e-5); // the grid is seen
    }

    @Test
    void a_check_on_a_grid_passes_from_the_first_point_that_reaches_the_threshold() {
        assertThat(WinnerLaw.passes(10, 12, 2, 1)).isEqualTo(NormalTail.of(1.75 / 2));
        assertThat(WinnerLaw.passes(10, 11.9, 2, 1)).isEqualTo(NormalTail.of(1.75 / 2));
    }
}
