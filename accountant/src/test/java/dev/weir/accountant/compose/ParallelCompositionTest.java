package dev.weir.accountant.compose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ParallelCompositionTest {

    private static final Percentage EXACT = Percentage.withPercentage(1e-10);

    @Test
    void a_unit_under_many_keys_pays_for_each() {
        assertThat(ParallelComposition.epsilon(0.1, 4)).isEqualTo(0.4);
        assertThat(ParallelComposition.rho(0.1, 4)).isEqualTo(0.4);
        assertThat(ParallelComposition.mu(0.1, 4)).isBetween(0.2, 0.2 * (1 + 2e-15));
        assertThat(ParallelComposition.mu(0.1, 1)).isEqualTo(0.1);
        double each = ParallelComposition.deltaPerKey(1e-6, 4);
        assertThat(-Math.expm1(4 * Math.log1p(-each))).isCloseTo(1e-6, EXACT).isLessThanOrEqualTo(1e-6);
    }

    /** 0.1 times 3 as doubles is exactly 0.3000000000000000166, which lies between two of them. */
    @Test
    void what_it_pays_is_rounded_up() {
        double tenth = 0.1;
        for (long keys = 1; keys < 2000; keys++) {
            BigDecimal exact = new BigDecimal(tenth).multiply(BigDecimal.valueOf(keys));
            assertThat(new BigDecimal(ParallelComposition.epsilon(tenth, keys))).isGreaterThanOrEqualTo(exact);
            assertThat(new BigDecimal(ParallelComposition.rho(tenth, keys))).isGreaterThanOrEqualTo(exact);
            BigDecimal mu = new BigDecimal(ParallelComposition.mu(tenth, keys));
            assertThat(mu.multiply(mu)).isGreaterThanOrEqualTo(exact.multiply(new BigDecimal(tenth)));
        }
    }

    @Test
    void what_is_no_number_of_keys_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ParallelComposition.epsilon(1, 0))
                .withMessage("keys must be >= 1, was 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ParallelComposition.mu(Double.NaN, 1))
                .withMessage("mu must be >= 0 and finite, was NaN");
    }
}
