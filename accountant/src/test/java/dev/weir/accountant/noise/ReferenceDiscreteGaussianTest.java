package dev.weir.accountant.noise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.privacy.Ratio;
import java.math.BigDecimal;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Makes 50 000 draws per check. {@link DistributionCheck} states the false-alarm probability. */
@Tag("statistical")
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ReferenceDiscreteGaussianTest {

    private final Randomness randomness = new SeededRandomness(9);

    @ParameterizedTest
    @ValueSource(strings = {"0.11", "1", "7.5", "144", "144012000.25"})
    void draws_follow_the_exact_distribution(String variance) {
        Ratio exact = Ratio.of(new BigDecimal(variance));
        Sampler sampler = new ReferenceDiscreteGaussian(exact);
        ExpectedDistribution distribution = ExpectedDistribution.discreteGaussian(Math.sqrt(exact.toDouble()));
        assertThat(DistributionCheck.complaints(distribution, 50_000, () -> sampler.addTo(0, randomness)))
                .isEmpty();
    }
}
