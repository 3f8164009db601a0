package dev.weir.operators.aggregate.vector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.weir.accountant.mechanism.Norm;
import dev.weir.operators.aggregate.vector.LengthBound.Length;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class VectorSumTest {

    private static final List<Length> LENGTHS = List.of(Length.values());

    private static VectorSum sum(Length length, String most, String grid, int dimension) {
        LengthBound bound = new LengthBound(length, new BigDecimal(most));
        return new VectorSum("centre", BigDecimal.ONE, new BigDecimal(grid), dimension, bound);
    }

    private static long[] words(VectorSum sum, BigDecimal... values) {
        long[] words = new long[sum.words()];
        sum.encode(values, 0, words, 0);
        return words;
    }

    @Test
    void a_bound_whose_squares_would_vanish_among_doubles_is_refused() {
        LENGTHS.forEach(length -> assertThatIllegalArgumentException()
                .isThrownBy(() -> sum(length, "9e-61", "1e-61", 1))
                .withMessageContaining("at least 1e-60"));
    }

    /** Tests vectors of any length, from far too short to far too long, on any grid, by the size of their whole numbers. */
    @RepeatedTest(300)
    void no_vector_of_whole_numbers_is_longer_than_the_price_allows(RepetitionInfo run) {
        SplittableRandom random = new SplittableRandom(run.getCurrentRepetition());
        Length length = LENGTHS.get(random.nextInt(LENGTHS.size()));
        int dimension = 1 + random.nextInt(40);
        VectorSum sum =
                sum(length, "1", BigDecimal.valueOf(1, random.nextInt(7)).toString(), dimension);
        for (int i = 0; i < 30; i++) {
            double scale = Math.pow(10, random.nextInt(-8, 19));
            BigDecimal[] values = random.doubles(dimension, -1, 1)
                    .mapToObj(x -> new BigDecimal(x * scale))
                    .toArray(BigDecimal[]::new);
            long[] words = words(sum, values);
            for (Norm norm : Norm.values()) {
                if (length == Length.LINF || (length == Length.L2) == (norm == Norm.SQUARED_L2)) {
                    assertThat(size(words, norm)).isLessThanOrEqualTo(sum.fullSize(norm));
                }
            }
        }
    }

    private static BigInteger size(long[] words, Norm norm) {
        return Arrays.stream(words).mapToObj(norm::size).reduce(BigInteger.ZERO, BigInteger::add);
    }

    @Test
    void short_vectors_are_rounded_and_long_ones_are_shortened() {
        VectorSum l2 = sum(Length.L2, "5", "0.1", 2);
        assertThat(words(l2, new BigDecimal("0.25"), new BigDecimal("-0.25"))).containsExactly(3, -3);
        assertThat(words(l2, new BigDecimal("30"), new BigDecimal("-40"))).containsExactly(30, -40);
        VectorSum l1 = sum(Length.L1, "7", "1", 2);
        assertThat(words(l1, new BigDecimal("30"), new BigDecimal("40"))).containsExactly(3, 4);
        VectorSum linf = sum(Length.LINF, "2", "0.5", 2);
        assertThat(words(linf, new BigDecimal("30"), new BigDecimal("-1.2"))).containsExactly(4, -2);
    }

    @Test
    void a_length_goes_with_the_noise_that_hides_it() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> sum(Length.L2, "1", "0.1", 2).fullSize(Norm.L1))
                .withMessageStartingWith("l2 must go with a budget of Gaussian noise");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> sum(Length.L1, "1", "0.1", 2).fullSize(Norm.SQUARED_L2))
                .withMessageStartingWith("l1 must go with a pure budget");
        assertThat(sum(Length.LINF, "1", "0.1", 3).fullSize(Norm.L1)).isEqualTo(30);
        assertThat(sum(Length.LINF, "1", "0.1", 3).fullSize(Norm.SQUARED_L2)).isEqualTo(300);
    }

    @Test
    void the_usual_grid_is_one_digit() {
        assertThat(VectorSum.usualGrid(BigDecimal.ONE, 384)).isEqualByComparingTo("0.0005");
        assertThat(VectorSum.usualGrid(new BigDecimal("100"), 2)).isEqualByComparingTo("0.7");
    }

    @Test
    void bounds_of_no_step_or_too_many_are_refused() {
        assertThatIllegalArgumentException().isThrownBy(() -> sum(Length.L2, "1", "10", 2));
        assertThatIllegalArgumentException().isThrownBy(() -> sum(Length.L2, "1", "1e-10", 2));
        assertThatIllegalArgumentException().isThrownBy(() -> sum(Length.L2, "1", "0.1", 5000));
        assertThatIllegalArgumentException().isThrownBy(() -> new LengthBound(Length.L1, BigDecimal.ZERO));
    }
}
