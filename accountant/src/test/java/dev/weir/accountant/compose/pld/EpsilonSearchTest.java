package dev.weir.accountant.compose.pld;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** Searches curves whose crossing is known. Evaluations of the curve are counted, because a real one takes milliseconds. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class EpsilonSearchTest {

    private static final double NEAR = 1.2e-11;

    private int looks;

    @RepeatedTest(50)
    void a_smooth_curve_is_met_from_above_in_few_looks(RepetitionInfo run) {
        SplittableRandom random = new SplittableRandom(run.getCurrentRepetition());
        double scale = Math.exp(random.nextDouble(-10, 10));
        double target = -random.nextDouble(1, 30);
        double crossing = scale * Math.sqrt(-2 * target);
        double guess = crossing * Math.exp(random.nextDouble(-1, 1));
        double epsilon = EpsilonSearch.epsilon(
                counted(x -> -0.5 * (x / scale) * (x / scale)), target, Double.POSITIVE_INFINITY, guess);
        assertThat(epsilon).isBetween(crossing * (1 - 1e-15), crossing * (1 + NEAR));
        assertThat(looks).isLessThanOrEqualTo(26);
    }

    @Test
    void a_steep_bend_takes_no_more_than_twice_as_many() {
        for (double power : new double[] {0.1, 5, 12}) {
            looks = 0;
            double epsilon =
                    EpsilonSearch.epsilon(counted(x -> -Math.pow(x, power)), -1, Double.POSITIVE_INFINITY, 1.0 / 3);
            assertThat(epsilon).isBetween(1 - 1e-13, 1 + NEAR);
            assertThat(looks).as("power %s", power).isLessThanOrEqualTo(52);
        }
    }

    @Test
    void a_cliff_is_met_from_below_the_edge() {
        double epsilon = EpsilonSearch.epsilon(x -> x < 2 ? 0 : Double.NEGATIVE_INFINITY, -5, 100, 1);
        assertThat(epsilon).isBetween(2.0, 2 * (1 + NEAR));
    }

    @Test
    void a_curve_that_starts_at_or_below_the_target_costs_nothing() {
        assertThat(EpsilonSearch.epsilon(x -> -5 - x, -5, 100, 1)).isZero();
        assertThat(EpsilonSearch.epsilon(x -> -6 - x, -5, 100, 1)).isZero();
    }

    @Test
    void a_curve_that_never_comes_down_ends_at_the_maximum_or_nowhere() {
        assertThat(EpsilonSearch.epsilon(x -> x < 7 ? -1 : Double.NEGATIVE_INFINITY, -5, 7, 1))
                .isBetween(7 * (1 - 1e-15), 7 * (1 + 1e-15));
        assertThat(EpsilonSearch.epsilon(x -> -1, -5, Double.POSITIVE_INFINITY, 1))
                .isInfinite();
        assertThat(EpsilonSearch.epsilon(x -> Double.NaN, -5, Double.POSITIVE_INFINITY, 1))
                .isInfinite();
    }

    @Test
    void a_first_guess_beyond_the_maximum_is_drawn_back_to_it() {
        double furthest = EpsilonSearch.epsilon(x -> x > 3 ? 1 : 2 - x, -0.5, 3, 50);
        assertThat(furthest).isBetween(2.5, 2.5 * (1 + NEAR));
    }

    private DoubleUnaryOperator counted(DoubleUnaryOperator curve) {
        return x -> {
            looks++;
            return curve.applyAsDouble(x);
        };
    }
}
