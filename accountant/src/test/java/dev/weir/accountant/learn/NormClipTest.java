package dev.weir.accountant.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class NormClipTest {

    private static BigInteger square(long[] steps) {
        return Arrays.stream(steps)
                .mapToObj(step -> BigInteger.valueOf(step).pow(2))
                .reduce(BigInteger.ZERO, BigInteger::add);
    }

    /** Coordinates of all sizes, many of them on the bound itself, where a double would round up. */
    @ParameterizedTest
    @ValueSource(longs = {1, 3, 1024, 999_999_937, 1L << 40, 1L << 50})
    void no_vector_comes_out_longer_than_the_bound(long most) {
        SplittableRandom random = new SplittableRandom(most);
        NormClip clip = new NormClip(most, 0.1);
        for (int i = 0; i < 2000; i++) {
            double size = Math.scalb(clip.length(), i % 40 - 20);
            double[] vector = random.doubles(1 + i % 7, -size, size).toArray();
            assertThat(square(clip.clip(vector)))
                    .isLessThanOrEqualTo(BigInteger.valueOf(most).pow(2));
            assertThat(square(clip.clip(new double[] {size, 0})))
                    .isLessThanOrEqualTo(BigInteger.valueOf(most).pow(2));
        }
    }

    @Test
    void the_direction_is_kept_and_short_vectors_are_only_rounded_towards_zero() {
        NormClip clip = new NormClip(1L << 30, 0x1p-30);
        double[] vector = {3e150, -4e150};
        assertThat(Arrays.stream(clip.clip(vector)).mapToDouble(step -> step * clip.grid()))
                .satisfiesExactly(x -> assertThat(x).isEqualTo(0.6, within(1e-9)), y -> assertThat(y)
                        .isEqualTo(-0.8, within(1e-9)));
        assertThat(new NormClip(10, 0.5).clip(new double[] {1.7, -1.7})).containsExactly(3, -3);
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void what_is_no_number_counts_nothing(double coordinate) {
        assertThat(new NormClip(10, 1).clip(new double[] {1, coordinate})).containsExactly(0, 0);
    }
}
