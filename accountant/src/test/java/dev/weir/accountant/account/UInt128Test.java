package dev.weir.accountant.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Compares sums and products of words with {@link BigInteger}, at the edges of words and at random. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class UInt128Test {

    private static final BigInteger LARGEST = BigInteger.ONE.shiftLeft(127).subtract(BigInteger.ONE);
    private static final List<BigInteger> NUMBERS = numbers();

    /** Returns all numbers within 2 of a power of two at which words change, and random ones of every length. */
    private static List<BigInteger> numbers() {
        List<BigInteger> numbers = new ArrayList<>();
        for (int power : new int[] {0, 1, 31, 32, 33, 62, 63, 64, 65, 95, 96, 125, 126, 127}) {
            for (int near = -2; near <= 2; near++) {
                numbers.add(BigInteger.ONE.shiftLeft(power).add(BigInteger.valueOf(near)));
            }
        }
        Random random = new Random(1);
        for (int bits = 1; bits <= 127; bits++) {
            numbers.add(new BigInteger(bits, random));
        }
        return numbers.stream()
                .filter(number -> number.signum() >= 0 && number.compareTo(LARGEST) <= 0)
                .distinct()
                .toList();
    }

    private static UInt128 of(BigInteger number) {
        UInt128 words = new UInt128();
        words.add(UInt128.high(number), UInt128.low(number));
        return words;
    }

    private static BigInteger value(UInt128 number) {
        return UInt128.toBigInteger(number.high(), number.low());
    }

    @Test
    void numbers_come_back_from_their_words() {
        for (BigInteger number : NUMBERS) {
            assertThat(value(of(number))).isEqualTo(number);
            assertThat(of(number)).hasToString(number.toString());
        }
    }

    @Test
    void sums_are_exact_until_they_stop_at_the_largest_number() {
        for (BigInteger a : NUMBERS) {
            for (BigInteger b : NUMBERS) {
                UInt128 sum = of(a);
                sum.add(UInt128.high(b), UInt128.low(b));
                assertThat(value(sum)).isEqualTo(a.add(b).min(LARGEST));
            }
        }
    }

    @Test
    void sums_of_products_are_exact_until_they_stop_at_the_largest_number() {
        Random random = new Random(2);
        for (BigInteger a : NUMBERS) {
            for (BigInteger b : NUMBERS) {
                BigInteger before = NUMBERS.get(random.nextInt(NUMBERS.size()));
                UInt128 sum = of(before);
                sum.addProduct(UInt128.high(a), UInt128.low(a), UInt128.high(b), UInt128.low(b));
                assertThat(value(sum)).isEqualTo(a.multiply(b).add(before).min(LARGEST));
            }
        }
    }

    @Test
    void what_has_overflowed_stays_the_largest_number_until_it_is_cleared() {
        UInt128 sum = of(LARGEST);
        sum.add(0, 1);
        sum.add(0, 0);
        sum.addProduct(0, 1, 0, 1);
        assertThat(value(sum)).isEqualTo(LARGEST);
        sum.clear();
        assertThat(value(sum)).isZero();
    }

    @Test
    void the_high_word_of_a_product_is_that_of_unsigned_factors() {
        Random random = new Random(3);
        long[] edges = {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 32, -(1L << 32)};
        for (int i = 0; i < 10_000; i++) {
            long a = i < 49 ? edges[i / 7] : random.nextLong();
            long b = i < 49 ? edges[i % 7] : random.nextLong();
            BigInteger product = UInt128.toBigInteger(0, a).multiply(UInt128.toBigInteger(0, b));
            assertThat(UInt128.productHigh(a, b))
                    .isEqualTo(product.shiftRight(Long.SIZE).longValue());
        }
    }

    @Test
    void numbers_compare_as_they_do_in_exact_arithmetic() {
        for (BigInteger a : NUMBERS) {
            for (BigInteger b : NUMBERS) {
                assertThat(UInt128.isAtMost(UInt128.high(a), UInt128.low(a), UInt128.high(b), UInt128.low(b)))
                        .isEqualTo(a.compareTo(b) <= 0);
            }
        }
    }

    @Test
    void numbers_that_two_words_do_not_hold_are_refused() {
        assertThatIllegalArgumentException().isThrownBy(() -> UInt128.high(BigInteger.ONE.negate()));
        assertThatIllegalArgumentException().isThrownBy(() -> UInt128.high(LARGEST.add(BigInteger.ONE)));
    }
}
