package dev.weir.accountant.noise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.privacy.Ratio;
import java.math.BigDecimal;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Makes 40 000 draws per check. {@link DistributionCheck} states the false-alarm probability. */
@Tag("statistical")
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ReferenceRoundedGaussianTest {

    private static final int DRAWS = 40_000;
    private static final ExpectedDistribution LAW = ExpectedDistribution.roundedGaussian(3);

    private final Randomness randomness = new SeededRandomness(2);
    private final LongSupplier atSigmaThree = draws(Ratio.of(9, 1));

    @ParameterizedTest
    @ValueSource(strings = {"0.05", "0.111", "1", "7.5", "144", "144012000.25", "1099511627776"})
    void draws_follow_the_exact_distribution(String variance) {
        Ratio exact = Ratio.of(new BigDecimal(variance));
        ExpectedDistribution distribution = ExpectedDistribution.roundedGaussian(Math.sqrt(exact.toDouble()));
        assertThat(DistributionCheck.complaints(distribution, DRAWS, draws(exact)))
                .isEmpty();
    }

    @Test
    void the_widest_noise_follows_the_exact_distribution() {
        LongSupplier widest = draws(new Ratio(
                BigDecimal.valueOf(2).pow(80).toBigInteger(), Ratio.of(1, 1).numerator()));
        assertThat(DistributionCheck.complaints(
                        ExpectedDistribution.roundedGaussian(Math.scalb(1.0, 40)), DRAWS, widest))
                .isEmpty();
    }

    @Test
    void a_sampler_that_truncates_instead_of_rounding_is_caught() {
        LongSupplier truncated = () -> atSigmaThree.getAsLong() - (randomness.nextLong() % 2 == 0 ? 1 : 0);
        assertThat(DistributionCheck.complaints(LAW, DRAWS, truncated)).isNotEmpty();
    }

    @Test
    void a_sampler_of_the_discrete_gaussian_is_caught_at_small_sigma() {
        double weight = Math.exp(-0.5 / 0.111);
        LongSupplier discrete = () -> {
            double u = (randomness.nextLong() >>> 11) * 0x1p-53 * (1 + 2 * weight);
            return u < 1 ? 0 : u < 1 + weight ? 1 : -1;
        };
        ExpectedDistribution rounded = ExpectedDistribution.roundedGaussian(Math.sqrt(0.111));
        assertThat(DistributionCheck.complaints(rounded, DRAWS, discrete)).isNotEmpty();
    }

    @Test
    void a_sampler_with_a_cut_tail_is_caught() {
        LongSupplier cut = () -> Math.max(-8, Math.min(8, atSigmaThree.getAsLong()));
        assertThat(DistributionCheck.complaints(LAW, DRAWS, cut)).isNotEmpty();
    }

    private LongSupplier draws(Ratio variance) {
        Sampler sampler = new ReferenceRoundedGaussian(variance);
        return () -> sampler.addTo(0, randomness);
    }
}
