package dev.weir.accountant.compose.pld;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares noise on a sample with closed forms: Gaussian noise where a unit is added, and symmetric pairs of atoms. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class PrivacyLossDistributionTest {

    private static final NormalDistribution NORMAL = new NormalDistribution(0, 1);

    /**
     * Returns delta in closed form. The loss is decreasing in the noise: it is above epsilon up to the x where
     * {@code e^-epsilon = 1 - q + q e^(mu x - mu^2/2)}.
     */
    private static double delta(double mu, double rate, double epsilon) {
        double x = (Math.log((Math.exp(-epsilon) - 1 + rate) / rate) + mu * mu / 2) / mu;
        double mixture = (1 - rate) * NORMAL.cumulativeProbability(x) + rate * NORMAL.cumulativeProbability(x - mu);
        return NORMAL.cumulativeProbability(x) - Math.exp(epsilon) * mixture;
    }

    @ParameterizedTest
    @CsvSource({"1, 0.5, 0.1", "1, 0.5, 0.4", "2, 0.1, 0.05", "0.5, 0.9, 1", "0.5, 0.9, 0", "3, 0.01, 0.004"})
    void a_unit_that_is_added_costs_what_the_closed_form_says(double mu, double rate, double epsilon) {
        ComposedPld sum =
                new ComposedPld(List.of(new RepeatedLoss(WorstPairs.gaussian(mu).added(rate), 1)), Work.ofAnswer());
        double exact = delta(mu, rate, epsilon);
        assertThat(sum.certifiedDelta(epsilon)).isBetween(exact * (1 - 1e-9), exact * (1 + 1e-6));
        assertThat(sum.certifiedEpsilon(exact)).isBetween(epsilon * (1 - 1e-6), epsilon * (1 + 1e-6) + 1e-9);
    }

    @ParameterizedTest
    @CsvSource({"1, 0.5", "2, 0.1", "0.5, 0.9"})
    void no_more_than_never_sampled_is_lost_by_adding(double mu, double rate) {
        double most = -Math.log1p(-rate);
        ComposedPld twice =
                new ComposedPld(List.of(new RepeatedLoss(WorstPairs.gaussian(mu).added(rate), 2)), Work.ofAnswer());
        assertThat(twice.certifiedDelta(2 * most * (1 + 1e-9))).isZero();
        assertThat(twice.certifiedDelta(1.5 * most)).isBetween(0.0, delta(mu, rate, 0.75 * most) * 2);
        assertThat(twice.certifiedEpsilon(1e-12)).isLessThanOrEqualTo(2 * most * (1 + 1e-9));
    }

    /**
     * Two-sided geometric noise of decay a has two likelihoods, s = 1 / (1 + e^-a) and 1 - s, so the sampled pair of
     * distributions can be stated explicitly: removal has q (2 s - 1) more mass on the first value than the noise alone.
     */
    @ParameterizedTest
    @CsvSource({"0.3, 0.001", "0.3, 0.2", "0.3, 1", "1, 0.001", "1, 0.2", "1, 1", "2.5, 0.001", "2.5, 0.2", "2.5, 1"})
    void symmetric_atoms_on_a_sample_cost_what_two_values_say(double a, double q) {
        double s = 1 / (1 + Math.exp(-a));
        double mixed = 1 - s + q * (2 * s - 1);
        PrivacyLossDistribution base = WorstPairs.approximate(a, 0);
        for (double epsilon : new double[] {0, 0.01, 0.1}) {
            assertExact(base.removed(q), epsilon, Math.max(0, mixed - Math.exp(epsilon) * (1 - s)));
            assertExact(base.added(q), epsilon, Math.max(0, s - Math.exp(epsilon) * (1 - mixed)));
        }
    }

    private static void assertExact(PrivacyLossDistribution loss, double epsilon, double exact) {
        ComposedPld sum = new ComposedPld(List.of(new RepeatedLoss(loss, 1)), Work.ofAnswer());
        assertThat(sum.certifiedDelta(epsilon)).isBetween(exact * (1 - 1e-12), exact + 1e-5 * exact + 1e-12);
    }
}
