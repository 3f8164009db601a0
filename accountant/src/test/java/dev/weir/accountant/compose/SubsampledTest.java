package dev.weir.accountant.compose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.privacy.InvalidParameter;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SubsampledTest {

    static Stream<NoiseEvent> discrete() {
        return Stream.of(new NoiseEvent.DiscreteGaussian(1), new NoiseEvent.DiscreteLaplace(1));
    }

    @ParameterizedTest
    @MethodSource("discrete")
    void discrete_noise_on_a_sample_is_refused(NoiseEvent noise) {
        assertThatThrownBy(() -> new Subsampled(noise, 0.99))
                .isInstanceOf(InvalidParameter.class)
                .hasMessageContaining("event must be Gaussian or Laplace noise");
    }

    @Test
    void continuous_noise_on_a_sample_costs_less_than_without_sampling() {
        for (NoiseEvent noise : new NoiseEvent[] {new NoiseEvent.Gaussian(1), new NoiseEvent.Laplace(1)}) {
            double whole = ComposedLoss.of(noise).certifiedEpsilon(1e-6);
            assertThat(ComposedLoss.of(new Subsampled(noise, 0.5)).certifiedEpsilon(1e-6))
                    .isBetween(0.5 * whole, whole);
        }
    }
}
