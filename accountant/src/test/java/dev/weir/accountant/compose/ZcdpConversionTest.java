package dev.weir.accountant.compose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.weir.accountant.compose.convert.ZcdpConversion;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ZcdpConversionTest {

    private static final Percentage FORMULA = Percentage.withPercentage(1e-7);

    static Stream<Golden.Row> budgets() {
        return Golden.rows("calibration.csv").filter(row -> row.text("kind").equals("zcdp_budget"));
    }

    static Stream<Golden.Row> epsilons() {
        return Golden.rows("conversions.csv").filter(row -> row.text("kind").equals("zcdp"));
    }

    static Stream<Golden.Row> deltas() {
        return Golden.rows("conversions.csv").filter(row -> row.text("kind").equals("zcdp_delta"));
    }

    @ParameterizedTest
    @MethodSource("budgets")
    void the_largest_rho_is_that_of_the_tight_conversion(Golden.Row row) {
        double rho = ZcdpConversion.rho(row.number("epsilon"), row.number("delta"));
        assertThat(rho).isCloseTo(row.number("value"), FORMULA);
        assertThat(ZcdpConversion.epsilon(rho, row.number("delta"))).isLessThanOrEqualTo(row.number("epsilon"));
    }

    @ParameterizedTest
    @MethodSource("epsilons")
    void epsilon_is_the_smallest_over_all_orders(Golden.Row row) {
        assertThat(ZcdpConversion.epsilon(row.number("rho"), row.number("delta")))
                .isCloseTo(row.number("epsilon_cks2020"), FORMULA);
        assertThat(ZcdpConversion.simpleEpsilon(row.number("rho"), row.number("delta")))
                .isCloseTo(row.number("epsilon_bs2016_simple"), FORMULA);
    }

    @ParameterizedTest
    @MethodSource("deltas")
    void delta_is_the_smallest_over_all_orders(Golden.Row row) {
        assertThat(ZcdpConversion.delta(row.number("rho"), row.number("epsilon")))
                .isCloseTo(row.number("delta_cks2020"), FORMULA);
        assertThat(ZcdpConversion.simpleDelta(row.number("rho"), row.number("epsilon")))
                .isCloseTo(row.number("delta_bs2016_simple"), FORMULA);
    }

    @RepeatedTest(200)
    void rho_epsilon_and_delta_agree_and_rho_never_overspends(RepetitionInfo run) {
        SplittableRandom random = new SplittableRandom(run.getCurrentRepetition());
        double epsilon = Math.exp(random.nextDouble(-9, 5));
        double delta = Math.exp(random.nextDouble(-300, -0.1));
        double rho = ZcdpConversion.rho(epsilon, delta);
        assertThat(ZcdpConversion.epsilon(rho, delta)).isLessThanOrEqualTo(epsilon);
        assertThat(ZcdpConversion.epsilon(rho * (1 + 1e-9), delta)).isGreaterThan(epsilon * (1 - 1e-12));
        assertThat(ZcdpConversion.delta(rho, epsilon)).isCloseTo(delta, Percentage.withPercentage(1e-5));
    }

    @RepeatedTest(100)
    void no_single_order_does_better(RepetitionInfo run) {
        SplittableRandom random = new SplittableRandom(run.getCurrentRepetition());
        double rho = Math.exp(random.nextDouble(-12, 4));
        double log = random.nextDouble(1, 100);
        double best = ZcdpConversion.epsilon(rho, Math.exp(-log));
        for (double x = 1e-3; x < 1e4; x *= 1.1) {
            double order = 1 + x;
            double epsilon = order * rho + Math.log(x / order) + (log - Math.log(order)) / x;
            assertThat(best).isLessThanOrEqualTo(Math.max(0, epsilon) * (1 + 1e-9) + 1e-12);
        }
    }

    @Test
    void nothing_spent_costs_nothing() {
        assertThat(ZcdpConversion.epsilon(0, 1e-9)).isZero();
        assertThat(ZcdpConversion.delta(0, 1)).isZero();
        assertThat(ZcdpConversion.delta(1000, 1)).isEqualTo(1);
        assertThat(ZcdpConversion.delta(1e-308, 10)).isBetween(0.0, 1e-300);
    }

    @Test
    void what_is_no_parameter_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ZcdpConversion.epsilon(Double.NaN, 0.1))
                .withMessage("rho must be >= 0 and finite, was NaN");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ZcdpConversion.rho(1, 0))
                .withMessage("delta must be above 0 and below 1, was 0.0");
    }
}
