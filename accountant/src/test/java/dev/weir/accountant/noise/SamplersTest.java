package dev.weir.accountant.noise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.weir.accountant.privacy.Ratio;
import java.math.BigInteger;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SamplersTest {

    private final Randomness randomness = new SeededRandomness(3);

    static Stream<Sampler> wide() {
        Ratio scale = Ratio.of(1 << 20, 1);
        return Stream.of(Samplers.discreteLaplace(scale), Samplers.roundedGaussian(scale.times(scale)));
    }

    @ParameterizedTest
    @MethodSource("wide")
    void a_total_at_the_end_of_long_saturates_and_never_changes_sign(Sampler sampler) {
        assertThat(LongStream.generate(() -> sampler.addTo(Long.MAX_VALUE, randomness))
                        .limit(1000))
                .allMatch(x -> x > Long.MAX_VALUE - (1L << 26))
                .contains(Long.MAX_VALUE);
        assertThat(LongStream.generate(() -> sampler.addTo(Long.MIN_VALUE, randomness))
                        .limit(1000))
                .allMatch(x -> x < Long.MIN_VALUE + (1L << 26))
                .contains(Long.MIN_VALUE);
    }

    @ParameterizedTest
    @MethodSource("wide")
    void noise_is_added_to_the_exact_value(Sampler sampler) {
        long noise = sampler.addTo(0, new SeededRandomness(4));
        assertThat(sampler.addTo(1_000_000_007L, new SeededRandomness(4)) - noise)
                .isEqualTo(1_000_000_007L);
    }

    @Test
    void saturation_looks_at_the_unbounded_sum() {
        BigInteger huge = BigInteger.ONE.shiftLeft(63);
        assertThat(Saturation.add(Long.MIN_VALUE, huge)).isZero();
        assertThat(Saturation.add(-1, huge)).isEqualTo(Long.MAX_VALUE);
        assertThat(Saturation.add(0, huge)).isEqualTo(Long.MAX_VALUE);
        assertThat(Saturation.add(-1, huge.negate())).isEqualTo(Long.MIN_VALUE);
    }

    @RepeatedTest(100)
    void both_additions_saturate_alike(RepetitionInfo run) {
        SplittableRandom random = new SplittableRandom(run.getCurrentRepetition());
        long exact = random.nextLong() >> random.nextInt(4);
        long noise = random.nextLong() >> random.nextInt(4);
        assertThat(Saturation.add(exact, noise)).isEqualTo(Saturation.add(exact, BigInteger.valueOf(noise)));
    }

    @Test
    void scales_up_to_the_limit_are_taken() {
        Ratio limit = Ratio.of(1L << 40, 1);
        assertThat(Samplers.discreteLaplace(limit)).isNotNull();
        assertThat(Samplers.roundedGaussian(limit.times(limit))).isNotNull();
    }

    @Test
    void laplace_scales_above_the_limit_are_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Samplers.discreteLaplace(Ratio.of((1L << 40) + 1, 1)))
                .withMessage("scale must be at most 2^40, was 1099511627777");
    }

    @Test
    void gaussian_variances_above_the_limit_are_refused() {
        Ratio above = Ratio.of(1L << 40, 1).times(Ratio.of((1L << 40) + 1, 1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Samplers.roundedGaussian(above))
                .withMessage("variance must be at most 2^80, was " + above);
    }
}
