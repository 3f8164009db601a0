package dev.weir.accountant.compose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class GroupAndParallelTest {

    private static final Percentage EXACT = Percentage.withPercentage(1e-10);

    @Test
    void a_group_of_one_is_one_unit() {
        assertThat(GroupPrivacy.epsilon(0.7, 1)).isEqualTo(0.7);
        assertThat(GroupPrivacy.delta(0.7, 1e-6, 1)).isCloseTo(1e-6, EXACT);
        assertThat(GroupPrivacy.textbookDelta(0.7, 1e-6, 1)).isEqualTo(1e-6);
    }

    @Test
    void delta_of_a_group_is_the_geometric_series() {
        double series = 1e-6 * (1 + Math.exp(0.5) + Math.exp(1));
        assertThat(GroupPrivacy.delta(0.5, 1e-6, 3)).isCloseTo(series, EXACT);
        assertThat(GroupPrivacy.delta(0, 1e-6, 3)).isCloseTo(3e-6, EXACT);
        assertThat(GroupPrivacy.textbookDelta(0.5, 1e-6, 3)).isGreaterThan(series);
        assertThat(GroupPrivacy.delta(5, 1e-6, 100)).isEqualTo(1);
    }

    /** The sum of k Gaussian shifts is one shift: a group's curve is the exact one at k mu. */
    @Test
    void a_gaussian_groups_exact_delta_is_below_the_general_bound() {
        double one = GaussianCurve.delta(0.5, 0.2);
        assertThat(GaussianCurve.delta(1.5, GroupPrivacy.mu(0.2, 3))).isLessThan(GroupPrivacy.delta(0.5, one, 3));
    }

    @Test
    void rho_grows_with_the_square_and_mu_with_the_size_of_a_group() {
        assertThat(GroupPrivacy.rho(0.02, 3)).isCloseTo(GroupPrivacy.mu(0.2, 3) * GroupPrivacy.mu(0.2, 3) / 2, EXACT);
    }

    @Test
    void a_unit_under_many_keys_pays_for_each() {
        assertThat(ParallelComposition.epsilon(0.1, 4)).isEqualTo(0.4);
        assertThat(ParallelComposition.rho(0.1, 4)).isEqualTo(0.4);
        assertThat(ParallelComposition.mu(0.1, 4)).isEqualTo(0.2);
        double each = ParallelComposition.deltaPerKey(1e-6, 4);
        assertThat(-Math.expm1(4 * Math.log1p(-each))).isCloseTo(1e-6, EXACT).isLessThanOrEqualTo(1e-6);
    }

    @Test
    void what_is_no_size_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> GroupPrivacy.epsilon(1, 0))
                .withMessage("size must be >= 1, was 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ParallelComposition.mu(Double.NaN, 1))
                .withMessage("mu must be >= 0 and finite, was NaN");
    }
}
