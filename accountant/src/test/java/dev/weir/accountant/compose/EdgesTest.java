package dev.weir.accountant.compose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.compose.convert.RenyiConversion;
import dev.weir.accountant.compose.pld.Work;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests answers that no golden row covers: inverse questions, and the ends of ranges. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class EdgesTest {

    @Test
    void discrete_gaussian_noise_is_concentrated_and_not_pure() {
        SingleEvent noise = new NoiseEvent.DiscreteGaussian(2);
        assertThat(noise.epsilon()).isInfinite();
        assertThat(noise.rho()).isBetween(0.125, 0.125 * (1 + 2e-15));
        assertThat(noise.renyi(3)).isBetween(0.375, 0.375 * (1 + 2e-15));
    }

    @Test
    void pure_mechanisms_know_their_epsilon() {
        assertThat(new NoiseEvent.DiscreteLaplace(0.25).epsilon()).isEqualTo(0.25);
        assertThat(new SingleEvent.RandomizedResponse(0.5, 2).epsilon()).isCloseTo(Math.log(3), within(1e-14));
        assertThat(new SingleEvent.RandomizedResponse(0.4, 4).epsilon()).isCloseTo(Math.log(7), within(1e-14));
    }

    /**
     * The expected value is computed by hand at order 2: (2-1) (r - epsilon + ln(1/2)) - ln 2. The answer must not be below
     * it.
     */
    @Test
    void a_divergence_gives_a_delta_too() {
        double atTwo = Math.exp(-0.5) / 4;
        double atThree = Math.exp(2 * (-0.5 + Math.log(2 / 3.0))) / 3;
        assertThat(RenyiConversion.delta(2, 0.5, 1)).isBetween(atTwo, atTwo * (1 + 1e-13));
        assertThat(RenyiConversion.delta(3, 0.5, 1)).isBetween(atThree, atThree * (1 + 1e-13));
        assertThat(RenyiConversion.delta(2, 100, 1)).isEqualTo(1);
    }

    @Test
    void gaussian_plans_need_no_estimate() {
        ComposedLoss plan = ComposedLoss.of(Recipe.parse("gaussian(sigma=3)*4"));
        assertThat(plan.estimateDelta(1, Work.ofAnswer())).isEmpty();
        assertThat(plan.estimateEpsilon(1e-6, Work.ofAnswer())).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"laplace(b=10)*30", "laplace(b=3)*4+gaussian(sigma=5)*9", "subgauss(sigma=1,q=0.01)*1000"})
    void a_planned_delta_is_the_certified_one_but_for_its_margin(String recipe) {
        ComposedLoss plan = ComposedLoss.of(Recipe.parse(recipe));
        for (double epsilon : new double[] {0.5, 2}) {
            double certified = plan.certifiedDelta(epsilon);
            assertThat(plan.estimateDelta(epsilon, Work.ofAnswer()).orElse(certified))
                    .isBetween(certified * (1 - 1e-3), certified * (1 + 1e-9));
        }
    }

    /**
     * Many weak exponential mechanisms beside noise: the Renyi price is the smaller bound, for planning as for certifying.
     * By contour integration alone the plan would have 20 times the certified delta. Without noise the integral converges
     * nowhere.
     */
    @Test
    void a_planned_delta_of_exponential_mechanisms_is_not_above_the_certified_one() {
        ComposedLoss plan = ComposedLoss.of(new PrivacyEvent.Composition(List.of(
                new SingleEvent.ExponentialMechanism(0.1).times(100),
                new NoiseEvent.Laplace(10).times(4),
                new NoiseEvent.Gaussian(10))));
        assertThat(plan.estimateDelta(1.5, Work.ofAnswer()).orElseThrow())
                .isLessThanOrEqualTo(plan.certifiedDelta(1.5) * (1 + 1e-9));
    }

    /**
     * With P = (1-q) P0 + q Q0 the moment is at least that of the second part, q^a E (Q0/P0)^a, so
     * {@code D >= a mu^2 / 2 + a ln(q) / (a-1)}. Tested at sigma 1/1000, q 1/2 and order 1000.
     */
    @Test
    void little_noise_on_a_sample_is_not_reported_too_low() {
        ComposedLoss plan = ComposedLoss.of(Recipe.parse("subgauss(sigma=0.001,q=0.5)"));
        assertThat(plan.renyi(1000)).isBetween(5e8 + 1000 * Math.log(0.5) / 999, 5e8 * (1 + 1e-9));
    }

    /** The delta at the epsilon that was found for a delta must be this delta again. */
    @ParameterizedTest
    @CsvSource({"0.1, 100, 1e-6", "0.5, 3, 1e-3", "0.01, 10000, 1e-9", "2, 1, 1e-5"})
    void an_exponential_mechanism_costs_the_same_either_way_around(double eps, long count, double delta) {
        ComposedLoss plan = ComposedLoss.of(new SingleEvent.ExponentialMechanism(eps).times(count));
        double epsilon = plan.certifiedEpsilon(delta);
        assertThat(epsilon).isPositive().isLessThanOrEqualTo(eps * count * (1 + 1e-9));
        assertThat(plan.certifiedDelta(epsilon)).isBetween(delta * (1 - 1e-3), delta * (1 + 1e-3));
    }
}
