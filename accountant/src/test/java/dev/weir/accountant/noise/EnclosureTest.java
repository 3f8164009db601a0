package dev.weir.accountant.noise;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class EnclosureTest {

    private static final int BITS = 192;

    /** 1/e to 60 digits: OEIS A068985. */
    private static final String INVERSE_OF_E = "0.367879441171442321595523770161460867445811131031767834507836";

    @Test
    void one_over_e_lies_in_its_enclosure() {
        assertEncloses(Enclosure.expMinus(BigInteger.ONE, BigInteger.ONE, BITS), new BigDecimal(INVERSE_OF_E));
    }

    @RepeatedTest(200)
    void the_exponential_of_any_fraction_lies_in_an_enclosure_a_few_units_wide(RepetitionInfo run) {
        SplittableRandom random = new SplittableRandom(run.getCurrentRepetition());
        BigInteger numerator = BigInteger.valueOf(random.nextLong(1L << random.nextInt(1, 60)));
        BigInteger denominator = BigInteger.valueOf(1 + random.nextLong(1L << random.nextInt(1, 60)));
        Enclosure enclosure = Enclosure.expMinus(numerator, denominator, BITS);
        if (numerator.divide(denominator).bitLength() < 10) {
            assertEncloses(enclosure, Digits.expMinus(Digits.quotient(numerator, denominator)));
        }
        assertThat(enclosure.high().subtract(enclosure.low()).bitLength()).isLessThanOrEqualTo(2);
    }

    @RepeatedTest(20)
    void products_of_exponentials_are_the_exponentials_of_sums(RepetitionInfo run) {
        BigInteger a = BigInteger.valueOf(run.getCurrentRepetition());
        BigInteger b = BigInteger.valueOf(17);
        Enclosure product = Enclosure.expMinus(a, b, BITS).times(Enclosure.expMinus(b, a, BITS));
        Enclosure sum = Enclosure.expMinus(a.multiply(a).add(b.multiply(b)), a.multiply(b), BITS);
        assertThat(product.low()).isLessThanOrEqualTo(sum.high());
        assertThat(product.high()).isGreaterThanOrEqualTo(sum.low());
    }

    @Test
    void what_is_smaller_than_the_last_bit_is_enclosed_by_zero_and_that_bit() {
        assertThat(Enclosure.expMinus(BigInteger.TEN.pow(400), BigInteger.ONE, BITS))
                .isEqualTo(new Enclosure(BigInteger.ZERO, BigInteger.ONE, BITS));
    }

    @Test
    void fewer_digits_and_multiples_still_enclose() {
        Enclosure half = new Enclosure(BigInteger.valueOf(7), BigInteger.valueOf(9), 4);
        assertThat(half.outward(2)).isEqualTo(new Enclosure(BigInteger.ONE, BigInteger.valueOf(3), 2));
        assertThat(half.times(BigInteger.TWO, BigInteger.valueOf(3)))
                .isEqualTo(new Enclosure(BigInteger.valueOf(4), BigInteger.valueOf(6), 4));
    }

    private static void assertEncloses(Enclosure enclosure, BigDecimal x) {
        BigDecimal units = x.multiply(BigDecimal.valueOf(2).pow(enclosure.bits()));
        assertThat(new BigDecimal(enclosure.low())).isLessThanOrEqualTo(units);
        assertThat(new BigDecimal(enclosure.high())).isGreaterThanOrEqualTo(units);
    }
}
