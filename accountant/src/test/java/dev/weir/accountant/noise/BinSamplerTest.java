package dev.weir.accountant.noise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.privacy.Ratio;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Makes 200 000 draws per check, and 10 000 where every coin is exact. {@link DistributionCheck} states the false-alarm
 * probability.
 */
@Tag("statistical")
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class BinSamplerTest {

    private static final int DRAWS = 200_000;
    private static final int SLOW_DRAWS = 10_000;
    private static final List<String> SCALES =
            List.of("0.3 1/3 0.7 1 1.5 2.5 12 15.9 16 31.7 1000 12000.5 1048576 1500000000 1099511627776".split(" "));
    private static final List<String> FEW_SCALES = List.of("0.7", "31.7", "1099511627776");

    private final Randomness randomness = new SeededRandomness(5);

    /** A distribution as bins, and its theoretical properties. */
    record Case(String name, BinnedDistribution bins, ExpectedDistribution distribution) {

        static Stream<Case> at(String scale) {
            Ratio exact = scale.equals("1/3") ? Ratio.of(1, 3) : Ratio.of(new BigDecimal(scale));
            Ratio variance = exact.times(exact);
            double value = exact.toDouble();
            return Stream.of(
                    new Case(
                            "Laplace " + scale,
                            BinnedDistribution.discreteLaplace(exact),
                            ExpectedDistribution.discreteLaplace(value)),
                    new Case(
                            "rounded " + scale,
                            BinnedDistribution.roundedGaussian(variance),
                            ExpectedDistribution.roundedGaussian(value)));
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Case> all() {
        return SCALES.stream().flatMap(Case::at);
    }

    static Stream<Case> few() {
        return FEW_SCALES.stream().flatMap(Case::at);
    }

    @ParameterizedTest
    @MethodSource("all")
    void draws_follow_the_exact_distribution(Case at) {
        assertThat(DistributionCheck.complaints(at.distribution, DRAWS, draws(new BinSampler(at.bins))))
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("few")
    void draws_follow_the_exact_distribution_when_every_coin_is_exact(Case at) {
        LongSupplier exact = draws(new BinSampler(at.bins, at.bins.mostBins(), 2));
        assertThat(DistributionCheck.complaints(at.distribution, SLOW_DRAWS, exact))
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("few")
    void draws_follow_the_exact_distribution_when_most_of_them_come_from_the_tail(Case at) {
        LongSupplier short16 = draws(new BinSampler(at.bins, 16, CoinFilter.MARGIN));
        assertThat(DistributionCheck.complaints(at.distribution, SLOW_DRAWS, short16))
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("few")
    void noise_of_either_sign_is_equally_likely(Case at) {
        LongSupplier draws = draws(new BinSampler(at.bins));
        double lean = 0;
        double signed = 0;
        for (int i = 0; i < DRAWS; i++) {
            int sign = Long.signum(draws.getAsLong());
            lean += sign;
            signed += Math.abs(sign);
        }
        assertThat(Math.abs(lean) / Math.sqrt(signed)).isLessThan(6);
    }

    @ParameterizedTest
    @MethodSource("few")
    void every_integer_within_two_scales_can_come_up(Case at) {
        int near = at.distribution.scale() < 100 ? (int) (2 * at.distribution.scale()) : 0;
        long[] seen = new long[2 * near + 1];
        LongSupplier draws = draws(new BinSampler(at.bins));
        for (int i = 0; i < DRAWS; i++) {
            long z = draws.getAsLong();
            if (Math.abs(z) <= near) {
                seen[(int) z + near]++;
            }
        }
        assertThat(near == 0 ? new long[] {1} : seen).doesNotContain(0);
    }

    @Test
    void the_last_bits_of_wide_noise_are_uniform() {
        assertThat(Case.at("1099511627776")).allSatisfy(at -> assertThat(lastBits(draws(new BinSampler(at.bins))))
                .isGreaterThan(1e-9));
    }

    @Test
    void noise_on_every_second_integer_is_caught() {
        LongSupplier wide = draws(new BinSampler(BinnedDistribution.discreteLaplace(Ratio.of(1L << 40, 1))));
        assertThat(lastBits(() -> wide.getAsLong() & -2L)).isLessThan(1e-9);
    }

    @Test
    void a_zero_that_counts_for_both_its_signs_is_caught() {
        LongSupplier right = draws(new BinSampler(BinnedDistribution.discreteLaplace(Ratio.of(24, 1))));
        LongSupplier doubled = () -> {
            long z = right.getAsLong();
            return randomness.nextLong() % 49 == 0 ? 0 : z;
        };
        assertThat(DistributionCheck.complaints(ExpectedDistribution.discreteLaplace(24), DRAWS, doubled))
                .isNotEmpty();
    }

    @Test
    void a_cut_tail_is_caught() {
        LongSupplier right = draws(new BinSampler(BinnedDistribution.discreteLaplace(Ratio.of(3, 1))));
        LongSupplier cut = () -> Math.max(-18, Math.min(18, right.getAsLong()));
        assertThat(DistributionCheck.complaints(ExpectedDistribution.discreteLaplace(3), DRAWS, cut))
                .isNotEmpty();
    }

    @Test
    void a_scale_that_is_two_percent_off_is_caught() {
        LongSupplier off = draws(new BinSampler(BinnedDistribution.roundedGaussian(Ratio.of(10404, 100))));
        assertThat(DistributionCheck.complaints(ExpectedDistribution.roundedGaussian(10), DRAWS, off))
                .isNotEmpty();
    }

    @Test
    void the_discrete_gaussian_is_not_taken_for_the_rounded_one() {
        LongSupplier discrete = draws(new ReferenceDiscreteGaussian(Ratio.of(1, 1)));
        assertThat(DistributionCheck.complaints(ExpectedDistribution.roundedGaussian(1), DRAWS, discrete))
                .isNotEmpty();
    }

    @Test
    void a_scale_next_to_nothing_gives_no_noise() {
        Ratio tiny = Ratio.of(new BigDecimal("1e-400"));
        assertThat(Stream.of(BinnedDistribution.discreteLaplace(tiny), BinnedDistribution.roundedGaussian(tiny))
                        .map(BinSampler::new))
                .allSatisfy(sampler -> assertThat(draws(sampler).getAsLong()).isZero());
    }

    private LongSupplier draws(Sampler sampler) {
        return () -> sampler.addTo(0, randomness);
    }

    /** A bound on the p-value of the last four bits against uniform. */
    private static double lastBits(LongSupplier draws) {
        double[] uniform = new double[16];
        Arrays.fill(uniform, 1.0 / 16);
        return GoodnessOfFit.pValue(uniform, DRAWS, () -> (int) draws.getAsLong() & 15);
    }
}
