package dev.weir.operators.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.weir.accountant.mechanism.Norm;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
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

    @Test
    void beyond_the_largest_scale_a_law_has_that_scale() {
        assertThat(StepLaw.of(Norm.SQUARED_L2, 1e15).scale()).isEqualTo(0x1p40);
        assertThat(StepLaw.of(Norm.L1, 1e15).scale()).isEqualTo(0x1p40);
    }

    /**
     * Sums of n continuous Laplace draws of scale b: P(|S| &gt; t) = e^(-x) times a polynomial of x = t / b, 1 + x / 2 for n = 2 and 1
     * + 5 x / 8 + x&sup2; / 8 for n = 3. At the 95 % point of one draw of the same deviation they have less than 5 %.
     */
    @Test
    void sums_of_draws_stay_within_the_95_percent_point_of_one_draw_more_often() {
        double point = StepLaw.of(Norm.L1, 1e6).error(0.95) / 1e6;
        double two = point * 2;
        double three = point * Math.sqrt(6);
        assertThat(Math.exp(-two) * (1 + two / 2)).isBetween(0.04, 0.05);
        assertThat(Math.exp(-three) * (1 + 5 * three / 8 + three * three / 8)).isBetween(0.04, 0.045);
    }
}
