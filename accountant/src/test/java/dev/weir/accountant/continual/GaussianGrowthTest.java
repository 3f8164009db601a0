package dev.weir.accountant.continual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests growths of an account that keeps only the sum of all sizes. A part is so small that a sum of 2^60 is about 2^61
 * parts.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class GaussianGrowthTest {

    private static final double PART = 0x1p60;

    private final UnitGrowth growth =
            new GaussianGrowth.KeptTotal(new SensitivityBound(Simulation.DAY, 0, SeriesPriceTest.LAST), PART);
    private final long[] state = new long[1];

    private long charged(long size) {
        long parts = growth.growth(state, 0, 1, size);
        assertThat(parts).isNotNegative();
        growth.keep(state, 0, 1, size);
        return parts;
    }

    /**
     * Near 2^60 a double represents only every 256th whole number. If sizes were added as doubles, all contributions but the
     * first would cost nothing.
     */
    @ParameterizedTest
    @CsvSource({"1000, 100", "1000, 127", "1000, 129", "100000, 1", "1000, 0"})
    void contributions_smaller_than_an_ulp_of_the_sum_are_charged(int times, long size) {
        long large = 1L << 60;
        long one = growth.growth(new long[1], 0, 1, large + times * size);
        long sum = charged(large);
        for (int i = 0; i < times; i++) {
            sum += charged(size);
        }
        assertThat(sum).isEqualTo(one);
        assertThat(one - growth.growth(new long[1], 0, 1, large)).isGreaterThanOrEqualTo(times * size);
    }

    @Test
    void contributions_of_any_sizes_are_charged_like_one_as_large_as_all_of_them() {
        SplittableRandom random = new SplittableRandom(1);
        long sum = 0;
        for (int i = 0; i < 100_000; i++) {
            sum += charged(random.nextLong() >>> (16 + random.nextInt(48)));
            assertThat(sum).isEqualTo(growth.growth(new long[1], 0, 1, state[0]));
        }
        assertThat(state[0]).isBetween(1L << 53, 1L << 60);
    }

    @Test
    void a_sum_that_no_word_holds_is_refused() {
        state[0] = Long.MAX_VALUE - 10;
        assertThat(growth.growth(state, 0, 1, 11)).isEqualTo(UnitGrowth.REFUSED);
        assertThatIllegalStateException().isThrownBy(() -> growth.keep(state, 0, 1, 11));
        assertThat(state[0]).isEqualTo(Long.MAX_VALUE - 10);
    }
}
