package dev.weir.accountant.compose;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Compares certified bounds with values that were computed by Python's mpmath with 60 to 400 digits, from the doubles
 * that the recipes name. For a sampled Gaussian with m = 1/sigma, delta is {@code (1-q) Q(x) + q Q(x-m) - e^epsilon Q(x)}
 * with {@code x = ln((e^epsilon - 1 + q) / q) / m + m/2} and the normal tail Q. An epsilon was found by bisection.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class PreciseValuesTest {

    @Test
    void a_gain_beyond_the_range_of_exponentials_is_not_taken_for_infinite() {
        ComposedLoss plan = ComposedLoss.of(Recipe.parse("subgauss(sigma=0.03,q=1e-100)"));
        double delta = 3.3641495671347923e-107;
        double epsilon = 497.67922702906316;
        assertThat(plan.certifiedDelta(490)).isBetween(delta, delta * (1 + 1e-11));
        assertThat(plan.certifiedEpsilon(1e-107)).isBetween(epsilon, epsilon * (1 + 1e-11));
    }

    /** The expected value is the root of the sum of {@code 1 / sigma^2} for the doubles sigma, by mpmath with 60 digits. */
    @Test
    void mu_of_a_thousand_different_sigmas_is_not_below_the_truth() {
        PrivacyEvent plan = new PrivacyEvent.Composition(IntStream.range(0, 1000)
                .<PrivacyEvent>mapToObj(i -> new NoiseEvent.Gaussian(1 + i / 1981.0))
                .toList());
        BigDecimal exact = new BigDecimal("25.7841298342046479428908491764");
        assertThat(new BigDecimal(MergedPlan.of(plan).gaussianMu()))
                .isBetween(exact, exact.multiply(new BigDecimal("1.000000000001")));
    }

    /** The densities are exponentials of differences of large numbers, with the rounding error of these. */
    @ParameterizedTest
    @CsvSource({
        "'subgauss(sigma=0.001,q=0.1)', 501997.697414907, 0.0022696248801734321",
        "'subgauss(sigma=0.0015,q=1e-5)', 223544.04263009058, 2.2669387911648421e-7",
        "'subgauss(sigma=0.003,q=0.15)', 56220.32510223733, 0.0033883689782371072",
        "'subgauss(sigma=0.0035,q=0.15)', 41385.85798205593, 0.0033843719123727074"
    })
    void rounding_of_large_exponents_does_not_lower_delta(String recipe, double epsilon, double delta) {
        assertThat(ComposedLoss.of(Recipe.parse(recipe)).certifiedDelta(epsilon))
                .isBetween(delta, delta * (1 + 2e-9));
    }
}
