package dev.weir.operators.aggregate.moment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.weir.accountant.mechanism.Norm;
import dev.weir.operators.aggregate.Estimate;
import java.math.BigDecimal;
import java.util.Arrays;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SumRatioTest {

    private static final SumRatio RATIO = new SumRatio(
            "rate",
            BigDecimal.ONE,
            new RatioOfSums.Term(new BigDecimal("0.5"), 6),
            new RatioOfSums.Term(BigDecimal.ONE, 9));

    private static long[] vector(String numerator, String denominator) {
        long[] words = new long[2];
        long[] vector = new long[3];
        RATIO.encode(new BigDecimal[] {new BigDecimal(numerator), new BigDecimal(denominator)}, 0, words, 0);
        RATIO.vector(words, 0, vector);
        return vector;
    }

    /** Tests all pairs of steps: no coordinate is negative, and the coordinates contain both sums. */
    @Test
    void no_record_adds_more_than_the_product_of_both_bounds() {
        long largest = 0;
        for (long y = 0; y <= 6; y++) {
            for (long x = 0; x <= 9; x++) {
                long[] v = vector(BigDecimal.valueOf(y * 5, 1).toString(), Long.toString(x));
                assertThat(Arrays.stream(v).min().orElseThrow()).isNotNegative();
                assertThat(v[0] + v[1]).isEqualTo(x * 6);
                assertThat(v[0] + v[2]).isEqualTo(y * 9);
                largest = Math.max(largest, Arrays.stream(v).sum());
            }
        }
        assertThat(largest).isEqualTo(54);
        assertThat(RATIO.fullSize(Norm.L1)).isEqualTo(54);
        assertThat(RATIO.fullSize(Norm.SQUARED_L2)).isEqualTo(54 * 54);
    }

    @Test
    void values_are_rounded_and_clamped_between_nothing_and_the_bounds() {
        assertThat(vector("-7", "3.4")).containsExactly(0, 18, 0);
        assertThat(vector("100", "99")).containsExactly(54, 0, 0);
    }

    @Test
    void the_ratio_is_that_of_the_sums_in_value_units() {
        long[] totals = new long[3];
        for (long[] record : new long[][] {vector("1.5", "4"), vector("0", "2"), vector("3", "0")}) {
            Arrays.setAll(totals, i -> totals[i] + record[i]);
        }
        Estimate estimate = RATIO.estimate(totals, new double[3], 0, null).get(0);
        assertThat(estimate.value()).isEqualByComparingTo("0.75");
        assertThat(estimate.fields())
                .containsEntry("numerator", Estimate.number(new BigDecimal("4.5"), 0.0))
                .containsEntry("denominator", Estimate.number(new BigDecimal("6"), 0.0));
    }

    @Test
    void there_is_no_ratio_to_less_than_one_step() {
        Estimate estimate =
                RATIO.estimate(new long[] {3, 2, 40}, new double[3], 0, null).get(0);
        assertThat(estimate.fields()).containsEntry("value", null).containsEntry("stddev", null);
        assertThatIllegalArgumentException().isThrownBy(estimate::value).withMessageContaining("one number");
    }

    @Test
    void a_product_of_bounds_that_is_too_large_is_refused() {
        RatioOfSums.Term term = new RatioOfSums.Term(BigDecimal.ONE, 1L << 21);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SumRatio("rate", BigDecimal.ONE, term, term))
                .withMessageContaining("at most 2^40 grid steps");
    }
}
