package dev.weir.accountant.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.MathContext;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class OddsTest {

    private static final MathContext DIGITS = new MathContext(80);

    /** The exponential series, whose terms from the 200th on are below 1e-80 of the sum for x up to 16. */
    private static BigDecimal exp(BigDecimal x) {
        BigDecimal sum = BigDecimal.ZERO;
        BigDecimal term = BigDecimal.ONE;
        for (int n = 1; n <= 200; n++) {
            sum = sum.add(term, DIGITS);
            term = term.multiply(x, DIGITS).divide(BigDecimal.valueOf(n), DIGITS);
        }
        return sum;
    }

    private static void assertLargestBelow(Odds odds, BigDecimal exponent) {
        BigDecimal bound = exp(exponent).multiply(BigDecimal.valueOf(1L << 32));
        assertThat(odds.light()).isEqualTo(1L << 32);
        assertThat(BigDecimal.valueOf(odds.heavy())).isLessThanOrEqualTo(bound);
        assertThat(BigDecimal.valueOf(odds.heavy() + 1)).isGreaterThan(bound);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e-9", "0.001", "0.5", "1", "1.0986122886681098", "2", "3.3", "4", "8", "15.999", "16"})
    void odds_are_the_largest_that_keep_the_promise(String epsilon) {
        BigDecimal exact = new BigDecimal(epsilon);
        assertLargestBelow(Odds.of(exact), exact);
        assertLargestBelow(Odds.halved(exact), exact.divide(BigDecimal.valueOf(2)));
    }

    /** e<sup>x</sup> is 2 up to 1e-60: 128 bits of it do not tell whether 2<sup>33</sup> is reached. */
    @Test
    void a_close_call_is_decided_by_more_digits() {
        String ln2 = "0.693147180559945309417232121458176568075500134360255254120680009493393621969694716";
        BigDecimal below = new BigDecimal(ln2.substring(0, 70));
        assertThat(Odds.of(below).heavy()).isEqualTo((1L << 33) - 1);
        assertThat(Odds.of(below.add(below.ulp())).heavy()).isEqualTo(1L << 33);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "1e-10", "16.0001", "1e99"})
    void an_epsilon_out_of_range_is_refused(String epsilon) {
        assertThatThrownBy(() -> Odds.of(new BigDecimal(epsilon)))
                .hasMessageStartingWith("epsilon must be between 1e-9 and 16");
    }

    @Test
    void endless_digits_are_refused() {
        assertThatThrownBy(() -> Odds.of(new BigDecimal("1e-100000000")))
                .hasMessage("epsilon must be a decimal of at most 100 digits, was a longer one");
    }

    @Test
    void weights_that_are_equal_or_too_large_are_refused() {
        assertThatThrownBy(() -> new Odds(1, 1)).hasMessageStartingWith("heavy must be between 2 and");
        assertThatThrownBy(() -> new Odds(3, 0)).hasMessageStartingWith("light must be >= 1");
        assertThatThrownBy(() -> new SubsetResponse(1 << 29, 1 << 28, new Odds(1L << 40, 1L << 32)))
                .hasMessageStartingWith("odds must be such that all weights add up to less than 2^63");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e-9", "1", "16"})
    void every_number_of_options_has_a_subset_size(String epsilon) {
        for (int options : new int[] {2, 3, 1 << 10, 1 << 29}) {
            assertThat(SubsetResponse.of(options, new BigDecimal(epsilon)).size())
                    .isBetween(1, options / 2 + 1);
        }
    }
}
