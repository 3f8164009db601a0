package dev.weir.accountant.compose.pld;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Compares masses on the lattice of the integers with values that were computed by Python's mpmath with 400 digits. A point
 * n has the mass {@code u(n-1) + P(n) - u(n)} with {@code u(k) = (P(k) - e^k Q(k)) / (1 - 1/e)}, where P(k) and Q(k) are the
 * probabilities of losses from k to k+1 under both neighbours, differences of normal tails.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class GridTest {

    private static final int LENGTH = 128;
    private static final double TAIL = 1e-300;

    private static double mass(PrivacyLossDistribution distribution, int point) {
        Grid grid = Grid.of(distribution, new Grid.Lattice(1, 0, Work.ofAnswer()), TAIL, 1);
        return grid.tilted(0, 0, LENGTH)[Math.floorMod(point, LENGTH)];
    }

    @ParameterizedTest
    @CsvSource({
        "-30, 2.9323680696855687e-193",
        "-20, 1.7170800588125991e-86",
        "-4, 4.2678331113728338e-5",
        "3, 0.029801731110514383",
        "6, 9.105234850573147e-7",
        "10, 1.5433874764323931e-18",
        "20, 8.3306748226806883e-78",
        "30, 3.1336676840368783e-180",
        "36, 1.7844241873661553e-262"
    })
    void gaussian_masses_are_exact_however_far_out(int point, double exact) {
        assertThat(mass(WorstPairs.gaussian(1), point)).isBetween(exact * (1 - 1e-12), exact * (1 + 1e-12));
    }

    @ParameterizedTest
    @CsvSource({
        "2, 0.00032257422882996404",
        "6, 1.0514642894569002e-13",
        "10, 2.21295017919415e-29",
        "20, 1.4814817251812692e-98",
        "30, 6.0061449861610358e-211",
        "34, 4.9031532772034252e-268"
    })
    void masses_of_gaussian_noise_on_a_sample_are_too(int point, double exact) {
        PrivacyLossDistribution removed = WorstPairs.gaussian(1).removed(0.1);
        assertThat(mass(removed, point)).isBetween(exact * (1 - 1e-12), exact * (1 + 1e-12));
    }
}
