package dev.weir.operators.aggregate.grid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.weir.operators.aggregate.Sum;
import java.math.BigDecimal;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class GridRuleTest {

    private static BigDecimal of(String text) {
        return new BigDecimal(text);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1, 0.01",
        "0, 99.999, 0.001",
        "-1, 1, 0.01",
        "0, 99, 0.1",
        "-0.5, 0.5, 0.01",
        "0, 0.00012, 0.000001",
        "1000, 1012.125, 0.001",
        "5, 5, 0.01"
    })
    void where_a_step_of_1_is_too_coarse_the_choice_leaves_100_steps_and_whole_bounds(
            String low, String high, String grid) {
        assertThat(GridRule.choiceFor(of(low), of(high)).orElseThrow()).isEqualByComparingTo(grid);
        Sum.Range steps = GridRule.inSteps("clamp", of(low), of(high), of(grid));
        assertThat(Math.max(steps.high() - steps.low(), low.equals(high) ? steps.high() : 0))
                .isGreaterThanOrEqualTo(100);
    }

    @ParameterizedTest
    @CsvSource({"0, 100", "-50, 50", "0, 1e15", "-1e30, 1e999999999", "0, 0", "1e-999999999, 100"})
    void wide_bounds_and_none_need_no_choice(String low, String high) {
        assertThat(GridRule.choiceFor(of(low), of(high))).isEmpty();
    }

    @Test
    void a_bound_that_rounding_would_move_is_refused_with_the_nearest() {
        assertThat(GridRule.inSteps("clamp", of("0"), of("99.9"), of("0.3"))).isEqualTo(new Sum.Range(0, 333));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> GridRule.inSteps("clamp", of("0"), of("100"), of("0.3")))
                .withMessage("clamp must be whole steps of the grid of 0.3, the nearest are [0, 99.9], was [0, 100]");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> GridRule.inSteps("range", of("0.22"), of("1e3"), of("10")))
                .withMessageStartingWith("range must be whole steps of the grid of 10, the nearest are [0, 1000]");
    }

    @Test
    void rounding_moves_a_value_by_half_a_step_at_most() {
        assertThat(GridRule.moved(of("0.22"), BigDecimal.ONE)).isEqualByComparingTo("0.22");
        assertThat(GridRule.moved(of("0.5"), BigDecimal.ONE)).isEqualByComparingTo(GridRule.mostMoved(BigDecimal.ONE));
        assertThat(GridRule.moved(of("7"), BigDecimal.ONE)).isZero();
        assertThat(GridRule.mostMoved(of("0.3"))).isEqualByComparingTo("0.15");
    }
}
