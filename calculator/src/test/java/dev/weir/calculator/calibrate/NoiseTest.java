package dev.weir.calculator.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.weir.accountant.compose.ComposedLoss;
import dev.weir.accountant.compose.NoiseEvent;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests targets at the edges of the allowed range. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@Tag("thorough")
class NoiseTest {

    /**
     * The last value of a row is a sigma that misses the target, although a coarse search of the curve would return a smaller
     * one.
     */
    @ParameterizedTest
    @CsvSource({
        "31.357339914345815, 3.5517715446298183e-12, 0.27797",
        "9.008156065212312, 6.653868071208341e-17, 0.95689",
        "71.684, 7.066e-12, 0.1398"
    })
    void more_discrete_noise_than_asked_for_is_private_too(double epsilon, double delta, double tooSmall) {
        double sigma = DiscreteGaussianNoise.sigma(new Target(epsilon, delta));
        assertThat(sigma).isGreaterThan(tooSmall);
        for (double more = 1; more < 3; more *= 1.001) {
            assertThat(ComposedLoss.of(new NoiseEvent.DiscreteGaussian(sigma * more))
                            .certifiedDelta(epsilon))
                    .isLessThan(delta * (1 + 1e-9));
        }
    }

    @Test
    void a_huge_epsilon_still_needs_the_noise_of_one_release() {
        assertThat(DiscreteGaussianNoise.sigma(new Target(1000, 1e-6), 2)).isGreaterThan(0.0224);
    }

    @ParameterizedTest
    @CsvSource({"1, 1e-5, 1e-6, 5", "1, 1e-3, 1e-4, 1"})
    void a_target_that_needs_no_noise_is_refused(double epsilon, double delta, double rate, long count) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SubsampledGaussianNoise.multiplier(new Target(epsilon, delta), rate, count))
                .withMessageStartingWith("delta must be below the probability of ever being sampled");
    }

    @Test
    void a_target_that_needs_more_noise_than_can_be_summed_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DiscreteGaussianNoise.sigma(new Target(1e-9, 1e-9)))
                .withMessageStartingWith("epsilon must be so large that sigma of at most 1e5 reaches it");
    }

    @Test
    void a_large_epsilon_behind_samples_comes_to_an_end() {
        double multiplier = SubsampledGaussianNoise.multiplier(new Target(300, 1e-6), 0.5, 2);
        assertThat(multiplier).isBetween(0.05, 0.09);
    }

    /** Compares with the closed form {@code delta = 1 - e^((epsilon - 1/b) / 2)}. */
    @Test
    void a_laplace_scale_uses_up_the_delta_that_it_is_given() {
        for (double delta : new double[] {1e-3, 0.3, 0.9}) {
            double b = LaplaceNoise.scale(new Target(0.5, delta), 2);
            assertThat(-Math.expm1(0.5 * (0.5 - 2 / b))).isBetween(delta * (1 - 1e-12), delta);
        }
    }

    @Test
    void pure_laplace_scales_add_up() {
        assertThat(LaplaceNoise.scale(new Target(0.5, 0), 2, 3)).isBetween(12.0, 12 * (1 + 2e-15));
        assertThat(LaplaceNoise.scale(new Target(0.5, 0), 2, 1)).isBetween(4.0, 4 * (1 + 2e-15));
        assertThat(LaplaceNoise.scale(new Target(0.5, 1e-6), 2, 3)).isBetween(6.0, 12.0);
    }

    @Test
    void a_laplace_sensitivity_that_is_none_is_refused() {
        Target target = new Target(1, 0);
        assertThatIllegalArgumentException().isThrownBy(() -> LaplaceNoise.scale(target, 0, 2));
        assertThatIllegalArgumentException().isThrownBy(() -> LaplaceNoise.scale(target, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> LaplaceNoise.scale(target, 1, 0));
    }

    @Test
    void what_is_no_sensitivity_rate_or_count_is_refused() {
        Target target = new Target(0.5, 1e-6);
        for (double wrong : new double[] {0, -1, Double.POSITIVE_INFINITY, Double.NaN}) {
            assertThatIllegalArgumentException().isThrownBy(() -> GaussianNoise.sigma(target, wrong, 1));
        }
        for (double wrong : new double[] {0, 1.5, Double.NaN}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> SubsampledGaussianNoise.multiplier(target, wrong, 5))
                    .withMessageStartingWith("rate must be above 0 and at most 1");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SubsampledGaussianNoise.multiplier(target, 0.1, 0))
                .withMessageStartingWith("count must be >= 1");
    }

    @Test
    void a_sample_of_everybody_needs_the_noise_of_no_sample() {
        Target target = new Target(0.5, 1e-6);
        double whole = GaussianNoise.sigma(target, 1, 10);
        assertThat(SubsampledGaussianNoise.multiplier(target, 1, 10)).isBetween(whole * (1 - 1e-9), whole * (1 + 3e-5));
    }
}
