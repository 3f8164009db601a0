package dev.weir.accountant.compose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.compose.ComposedLoss.Method;
import dev.weir.accountant.compose.pld.Work;
import dev.weir.accountant.privacy.InvalidParameter;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LossBoundTest {

    /** A plan that needs too much work: each mechanism and direction needs one of the longest lattices. */
    private static final String UNEVEN = "subgauss(sigma=0.8,q=0.001)*100000"
            + "+subgauss(sigma=0.9,q=0.001)*100000+subgauss(sigma=1.0,q=0.001)*100000+subgauss(sigma=1.1,q=0.001)*100000";

    private static ComposedLoss plan(String recipe) {
        return ComposedLoss.of(Recipe.parse(recipe));
    }

    @Test
    void a_hundred_thousand_runs_on_rare_samples_are_answered_on_a_lattice() {
        ComposedLoss plan = plan("subgauss(sigma=0.8,q=0.001)*100000");
        LossBound bound = LossBound.delta(plan, 2.278);
        double estimate = plan.estimateDelta(2.278, Work.ofAnswer()).orElseThrow();
        assertThat(bound.method()).isEqualTo(Method.LATTICE);
        assertThat(bound.value()).isBetween(estimate, 1.0001 * estimate);
    }

    @Test
    void what_takes_too_much_work_is_answered_by_renyi_divergences() {
        ComposedLoss plan = plan(UNEVEN);
        LossBound bound = LossBound.delta(plan, 4);
        double estimate = plan.estimateDelta(4, Work.ofAnswer()).orElseThrow();
        assertThat(bound).isEqualTo(new LossBound(plan.renyiDelta(4), Method.RENYI));
        assertThat(bound.value()).isBetween(estimate, 10 * estimate);
        assertThatThrownBy(() -> plan.certifiedDelta(4))
                .isInstanceOf(InvalidParameter.class)
                .hasMessageContaining("plan must be one that takes at most 5e7 nodes");
    }

    @Test
    void an_epsilon_that_takes_too_much_work_is_answered_so_too() {
        ComposedLoss plan = plan(UNEVEN + "+subgauss(sigma=1.2,q=0.001)*100000+subgauss(sigma=1.3,q=0.001)*100000");
        LossBound bound = LossBound.epsilon(plan, 1e-6);
        double estimate = plan.estimateEpsilon(1e-6, Work.ofAnswer()).orElseThrow();
        assertThat(bound.method()).isEqualTo(Method.RENYI);
        assertThat(bound.value()).isBetween(estimate, 1.1 * estimate);
    }

    /** If a plan is refused only after lattices were filled, most of the work has been done. */
    @Test
    void too_much_work_is_told_before_it_is_done() {
        Work work = Work.ofAnswer();
        double all = work.left();
        assertThat(plan(UNEVEN).exceedsAtEpsilon(4, work)).isTrue();
        assertThat(work.left()).isGreaterThan(0.95 * all);
        assertThat(work.isExceeded()).isFalse();
    }

    @Test
    void small_plans_have_the_method_and_the_value_of_before() {
        ComposedLoss laplace = plan("laplace(b=10)*20");
        assertThat(LossBound.delta(laplace, 1)).isEqualTo(new LossBound(laplace.certifiedDelta(1), Method.LATTICE));
        ComposedLoss gaussian = plan("gaussian(sigma=8.0)*10");
        assertThat(LossBound.epsilon(gaussian, 1e-6))
                .isEqualTo(new LossBound(gaussian.certifiedEpsilon(1e-6), Method.CLOSED_FORM));
    }
}
