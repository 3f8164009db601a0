package dev.weir.accountant.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.noise.SeededRandomness;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class UniformBitsTest {

    /** Over all parts of 12 bits, each number is drawn equally often, and the dropped parts are as few as can be. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 37, 51, 63, 64})
    void all_parts_of_a_word_give_each_number_equally_often(int count) {
        int parts = 1 << 12;
        int[] seen = new int[count];
        int dropped = 0;
        for (long part = 0; part < parts; part++) {
            long first = part << 52;
            int[] drawn = {0};
            UniformBits uniform = new UniformBits(() -> drawn[0]++ == 0 ? first | 0x8_0080_0800_8000L : -1L);
            long one = uniform.below(count);
            long rest = part * count & (parts - 1);
            if (rest < parts % count) {
                dropped++;
            } else {
                seen[(int) one]++;
            }
        }
        assertThat(seen).containsOnly(parts / count);
        assertThat(dropped).isEqualTo(parts % count);
    }

    /** With a bound of 3, the part 0 is dropped: 2^12 mod 3 is 1. */
    @Test
    void a_dropped_part_is_drawn_again() {
        UniformBits uniform = new UniformBits(() -> 0x0000_00FF_F001_0000L);
        assertThat(uniform.below(3)).isEqualTo(2);
        assertThat(uniform.below(3)).isZero();
    }

    @Test
    void bits_are_never_used_twice_and_a_word_is_not_continued() {
        List<Long> words = new ArrayList<>(List.of(-1L, 0x4000_0000_0000_0000L));
        UniformBits uniform = new UniformBits(() -> words.remove(0));
        assertThat(uniform.below(1L << 20)).isEqualTo((1 << 20) - 1);
        assertThat(uniform.below(4)).isEqualTo(3);
        assertThat(uniform.below(1L << 20)).isEqualTo(1 << 18);
        assertThat(words).isEmpty();
    }

    /**
     * 60 000 numbers of fixed seeds. The statistic is chi-squared with count - 1 degrees of freedom; beyond 8 standard deviations of
     * it, the false-alarm probability of one count is below 1e-9, and the seed makes it the same in every run.
     */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5, 39, 51, 64, 65})
    void numbers_are_uniform(int count) {
        UniformBits uniform = new UniformBits(new SeededRandomness(count));
        int[] seen = new int[count];
        int draws = 60_000;
        for (int i = 0; i < draws; i++) {
            seen[(int) uniform.below(count)]++;
        }
        double expected = (double) draws / count;
        double statistic = 0;
        for (int times : seen) {
            statistic += (times - expected) * (times - expected) / expected;
        }
        assertThat(statistic).isLessThan(count - 1 + 8 * Math.sqrt(2.0 * count) + 20);
    }

    /** Equal uniform numbers give equal sets, whether a set is a word or of any size. */
    @ParameterizedTest
    @CsvSource({"2, 1", "5, 1", "7, 3", "51, 1", "51, 4", "64, 2", "64, 16"})
    void a_set_of_few_options_is_that_of_many(int options, String epsilon) {
        SubsetResponse response = SubsetResponse.of(options, new BigDecimal(epsilon));
        for (int seed = 0; seed < 2000; seed++) {
            Uniform one = new SplittableRandom(seed)::nextLong;
            Uniform other = new SplittableRandom(seed)::nextLong;
            int own = seed % options;
            assertThat(response.report(own, one)).isEqualTo(response.bytes(response.named(own, other)));
        }
    }
}
