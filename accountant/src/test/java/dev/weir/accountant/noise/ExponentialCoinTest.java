package dev.weir.accountant.noise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Makes 10<sup>6</sup> throws per statistical check. A correct coin exceeds 6 standard errors with probability below 2e-9 per
 * check.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ExponentialCoinTest {

    private static final int THROWS = 1_000_000;

    @Tag("statistical")
    @ParameterizedTest
    @CsvSource({
        "1, 1000",
        "1, 3",
        "999, 1000",
        "1, 1",
        "10, 9",
        "5, 2",
        "7, 1",
        "99999999999999999998, 33333333333333333333"
    })
    void the_coin_falls_as_often_as_the_exponential_says(String numerator, String denominator) {
        BigInteger x = new BigInteger(numerator);
        BigInteger by = new BigInteger(denominator);
        Randomness randomness = new SeededRandomness(11);
        long fallen = 0;
        for (int i = 0; i < THROWS; i++) {
            fallen += ExponentialCoin.falls(x, by, randomness) ? 1 : 0;
        }
        double chance = Math.exp(-x.doubleValue() / by.doubleValue());
        assertThat(Math.abs(fallen - THROWS * chance) / Math.sqrt(THROWS * chance * (1 - chance)))
                .isLessThan(6);
    }

    /** e<sup>-800</sup> cannot be represented as a double: a coin that compares doubles would never succeed. */
    @Test
    void a_coin_whose_chance_no_double_holds_can_fall() {
        Randomness allFall = new Randomness() {
            private boolean second;

            @Override
            public long nextLong() {
                second = !second;
                return second ? 0 : 1L << 62; // 0 of 2, then 1 of 3: the third number ends the count at 3, which is odd
            }
        };
        assertThat(ExponentialCoin.falls(BigInteger.valueOf(800), BigInteger.ONE, allFall))
                .isTrue();
        assertThat(Math.exp(-800)).isZero();
        assertThat(ExponentialCoin.chance(BigInteger.valueOf(800), BigInteger.ONE, 1200))
                .isPositive();
    }

    /** With a denominator that exceeds a word, 1/3 is 3^79 of 3^80. */
    @Test
    void a_uniform_number_that_equals_the_chance_in_its_first_64_digits_is_told_from_it_by_more() {
        BigInteger part = BigInteger.valueOf(3).pow(79);
        BigInteger whole = BigInteger.valueOf(3).pow(80);
        long third = 0x5555555555555555L; // the first 64 binary digits of 1/3, the chance that the count exceeds 1
        assertThat(ExponentialCoin.falls(part, whole, new Scripted(third, third + 1)))
                .isTrue();
        assertThat(ExponentialCoin.falls(part, whole, new Scripted(third, 0, -1)))
                .isFalse();
    }

    @Test
    void nothing_is_drawn_for_certainty() {
        assertThat(ExponentialCoin.falls(BigInteger.ZERO, BigInteger.TEN, new Scripted()))
                .isTrue();
        assertThat(UniformIndex.below(1, new Scripted())).isZero();
    }

    @Test
    void what_is_said_of_a_coin_is_exact_to_as_many_bits_as_asked_for() {
        BigDecimal e =
                BigDecimal.ONE.divide(ExponentialCoin.chance(BigInteger.ONE, BigInteger.ONE, 200), new MathContext(50));
        assertThat(e)
                .isCloseTo(
                        new BigDecimal("2.7182818284590452353602874713526624977572470936999"),
                        within(new BigDecimal("1e-48")));
    }

    @Test
    void a_negative_exponent_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ExponentialCoin.falls(BigInteger.ONE.negate(), BigInteger.ONE, new Scripted()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ExponentialCoin.falls(BigInteger.ONE, BigInteger.ZERO, new Scripted()));
    }

    @Tag("statistical")
    @Test
    void uniform_numbers_are_equally_likely() {
        Randomness randomness = new SeededRandomness(12);
        long[] seen = new long[7];
        for (int i = 0; i < THROWS; i++) {
            seen[UniformIndex.below(7, randomness)]++;
        }
        for (long each : seen) {
            assertThat(Math.abs(each - THROWS / 7.0) / Math.sqrt(THROWS / 7.0 * 6 / 7))
                    .isLessThan(6);
        }
    }
}
