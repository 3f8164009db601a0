package dev.weir.accountant.compose;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

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
        double delta = 3.3641495671347925e-107;
        double epsilon = 497.67922702906318;
        assertThat(plan.certifiedDelta(490)).isBetween(delta, delta * (1 + 1e-11));
        assertThat(plan.certifiedEpsilon(1e-107)).isBetween(epsilon, epsilon * (1 + 1e-11));
    }
}
