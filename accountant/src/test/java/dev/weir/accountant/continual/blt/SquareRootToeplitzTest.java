package dev.weir.accountant.continual.blt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.continual.ContinualGolden;
import java.util.Arrays;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SquareRootToeplitzTest {

    private static double[] vector(String name) {
        return ContinualGolden.rows("vectors_sequences")
                .filter(row -> row.text("name").equals(name))
                .findFirst()
                .map(row -> row.numbers("values"))
                .orElseThrow();
    }

    /** c<sub>0</sub>, ..., c<sub>n - 1</sub>. */
    private static double[] column(int steps) {
        double[] column = new double[steps];
        double c = 1;
        for (int j = 0; j < steps; j++) {
            column[j] = c;
            c *= (2.0 * j + 1) / (2.0 * j + 2);
        }
        return column;
    }

    /** Their squares add up to S<sub>n</sub>. */
    @Test
    void coefficients_agree_with_the_vectors() {
        double[] expected = vector("sqrt_toeplitz_c");
        assertThat(column(expected.length)).containsExactly(expected, within(1e-15));
        assertThat(SquareRootToeplitz.sum(expected.length))
                .isCloseTo(Arrays.stream(expected).map(c -> c * c).sum(), within(1e-12));
    }

    /** Tests C C^-1 = 1. */
    @Test
    void the_inverse_of_the_vectors_undoes_the_coefficients() {
        double[] inverse = vector("sqrt_toeplitz_cinv");
        double[] column = column(inverse.length);
        for (int m = 0; m < inverse.length; m++) {
            double sum = 0;
            for (int j = 0; j <= m; j++) {
                sum += column[j] * inverse[m - j];
            }
            assertThat(sum).isCloseTo(m == 0 ? 1 : 0, within(1e-15));
        }
    }

    /** Compares with the sum of columns 1, 1 + b, ... of C, for random horizons, counts and separations. */
    @Test
    void sensitivities_to_separate_contributions_are_norms_of_added_columns() {
        for (int steps : new int[] {1, 2, 7, 64, 300}) {
            for (int times : new int[] {1, 2, 3, 10, 400}) {
                for (int separation : new int[] {1, 2, 5, 63, 299, 1000}) {
                    double[] moved = moved(steps, times, separation);
                    assertThat(SquareRootToeplitz.minSeparationSquared(steps, times, separation))
                            .isCloseTo(Arrays.stream(moved).map(x -> x * x).sum(), within(1e-9));
                    assertThat(SquareRootToeplitz.absoluteSum(steps, times, separation))
                            .isCloseTo(Arrays.stream(moved).sum(), within(1e-9));
                }
            }
        }
    }

    private static double[] moved(int steps, int times, int separation) {
        double[] column = column(steps);
        double[] moved = new double[steps];
        for (int m = 0; m < times && m * separation < steps; m++) {
            for (int j = m * separation; j < steps; j++) {
                moved[j] += column[j - m * separation];
            }
        }
        return moved;
    }

    @Test
    void contributions_that_may_share_a_step_share_it() {
        assertThat(SquareRootToeplitz.absoluteSum(100, 7, 0))
                .isCloseTo(7 * Arrays.stream(column(100)).sum(), within(1e-9));
    }

    @Test
    void separate_contributions_to_longer_series_are_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SquareRootToeplitz.minSeparationSquared(1L << 25, 2, 5))
                .withMessageStartingWith("steps must be");
        assertThat(SquareRootToeplitz.minSeparationSquared(1L << 40, 1, 5)).isEqualTo(SquareRootToeplitz.sum(1L << 40));
    }
}
