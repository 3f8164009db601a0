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

/** Makes 100 000 draws per check. {@link DistributionCheck} states the false-alarm probability. */
@Tag("statistical")
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ReferenceDiscreteLaplaceTest {

    private static final int DRAWS = 100_000;
    private static final ExpectedDistribution LAW = ExpectedDistribution.discreteLaplace(3);

    private final Randomness randomness = new SeededRandomness(1);
    private final LongSupplier atScaleThree = draws(Ratio.of(3, 1));

    @ParameterizedTest
    @ValueSource(strings = {"0.15", "0.4", "1", "2.5", "12", "12000.5", "1048576", "1099511627776"})
    void draws_follow_the_exact_distribution(String scale) {
        Ratio exact = Ratio.of(new BigDecimal(scale));
        assertThat(DistributionCheck.complaints(
                        ExpectedDistribution.discreteLaplace(exact.toDouble()), DRAWS, draws(exact)))
                .isEmpty();
    }

    @Test
    void a_scale_of_a_third_follows_the_exact_distribution() {
        assertThat(DistributionCheck.complaints(
                        ExpectedDistribution.discreteLaplace(1 / 3.0), DRAWS, draws(Ratio.of(1, 3))))
                .isEmpty();
    }

    @Test
    void a_sampler_that_counts_zero_twice_is_caught() {
        LongSupplier doubledZero = () -> {
            long z = atScaleThree.getAsLong();
            return z != 0 && randomness.nextLong() % 7 == 0 ? 0 : z;
        };
        assertThat(DistributionCheck.complaints(LAW, DRAWS, doubledZero)).isNotEmpty();
    }

    @Test
    void a_sampler_with_a_cut_tail_is_caught() {
        LongSupplier cut = () -> Math.max(-18, Math.min(18, atScaleThree.getAsLong()));
        assertThat(DistributionCheck.complaints(LAW, DRAWS, cut)).isNotEmpty();
    }

    @Test
    void a_sampler_whose_scale_is_three_percent_off_is_caught() {
        assertThat(DistributionCheck.complaints(LAW, 2 * DRAWS, draws(Ratio.of(309, 100))))
                .isNotEmpty();
    }

    @Test
    void a_sampler_that_leans_to_one_side_is_caught() {
        LongSupplier leaning = () -> atScaleThree.getAsLong() + (randomness.nextLong() % 8 == 0 ? 1 : 0);
        assertThat(DistributionCheck.complaints(LAW, DRAWS, leaning)).isNotEmpty();
    }

    private LongSupplier draws(Ratio scale) {
        Sampler sampler = new ReferenceDiscreteLaplace(scale);
        return () -> sampler.addTo(0, randomness);
    }
}
