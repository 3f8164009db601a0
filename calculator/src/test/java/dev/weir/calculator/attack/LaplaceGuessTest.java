package dev.weir.calculator.attack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.compose.normal.NormalTail;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class LaplaceGuessTest {

    private static final double STATED = 1e-12;

    /** P(S < m/2) + P(S = m/2)/2, by adding one draw after the other on the whole numbers up to {@code reach}. */
    private static double convolved(double epsilon, int draws, int moved, int reach) {
        double[] one = new double[2 * reach + 1];
        for (int z = -reach; z <= reach; z++) {
            one[z + reach] = Math.tanh(epsilon / 2) * Math.exp(-epsilon * Math.abs(z));
        }
        double[] sum = one;
        for (int i = 1; i < draws; i++) {
            sum = added(sum, one, reach);
        }
        double below = 0;
        for (int z = -reach; 2 * z <= moved; z++) {
            below += sum[z + reach] * (2 * z == moved ? 0.5 : 1);
        }
        return below;
    }

    private static double[] added(double[] sum, double[] one, int reach) {
        double[] next = new double[sum.length];
        for (int a = 0; a < sum.length; a++) {
            for (int b = Math.max(0, reach - a); b < Math.min(one.length, one.length + reach - a); b++) {
                next[a + b - reach] += sum[a] * one[b];
            }
        }
        return next;
    }

    /** The reach leaves out less than 1e-13 of the mass. */
    @ParameterizedTest
    @CsvSource({
        "0.1, 1, 1, 400",
        "0.1, 2, 1, 500",
        "0.1, 2, 2, 500",
        "0.3, 7, 5, 250",
        "1, 3, 3, 60",
        "1, 20, 10, 100",
        "1, 21, 21, 100",
        "2.5, 8, 3, 40",
        "7, 4, 1, 20",
        "20, 2, 1, 5",
        "99, 3, 3, 3"
    })
    void guesses_succeed_as_often_as_sums_of_products_say(double epsilon, int draws, int moved, int reach) {
        assertThat(new LaplaceGuess(epsilon, draws).success(moved))
                .isEqualTo(convolved(epsilon, draws, moved, reach), within(STATED));
    }

    /** One draw: 1 / (1 + e^-epsilon), that of randomized response. */
    @ParameterizedTest
    @ValueSource(doubles = {1e-150, 1e-20, 1e-6, 1e-3, 0.02, 0.5, 3, 11, 40, 101, 1e6, 1e150})
    void one_draw_is_guessed_as_often_as_randomized_response(double epsilon) {
        assertThat(new LaplaceGuess(epsilon, 1).success(1)).isEqualTo(Success.pure(epsilon), within(STATED));
    }

    /** The central limit: for a million draws and more it is off by less than 1 / draws. */
    @ParameterizedTest
    @CsvSource({"0.001, 1000000", "0.002, 16000000", "1e-6, 1000000000000", "0.0001, 1000000", "1e-9, 1125899906842624"
    })
    void many_draws_are_guessed_as_often_as_normal_noise(double epsilon, long draws) {
        double deviation = Math.sqrt(2.0 * draws) / epsilon * Math.exp(-epsilon / 2) * epsilon / -Math.expm1(-epsilon);
        double normal = NormalTail.of(-(draws / 2.0) / deviation);
        assertThat(new LaplaceGuess(epsilon, draws).success(draws)).isEqualTo(normal, within(2.0 / draws));
    }

    @Test
    void more_answers_are_guessed_more_often_up_to_certainty() {
        double last = 0.5;
        for (long draws = 1; draws < 1L << 50; draws *= 4) {
            double success = new LaplaceGuess(0.3, draws).success(draws);
            assertThat(success).isBetween(last - STATED, 1.0);
            last = success;
        }
        assertThat(last).isEqualTo(1);
    }

    /** Where Chernoff's bound is just not enough, the integral is as good. */
    @Test
    void there_is_no_step_where_certainty_begins() {
        for (int draws = 600; draws < 1200; draws += 7) {
            double normal = NormalTail.of(-Math.sqrt(draws) / 2 / Math.sqrt(2 * Math.exp(-1)) * -Math.expm1(-1));
            assertThat(new LaplaceGuess(1, draws).success(draws)).isEqualTo(normal, within(1e-7));
        }
    }
}
