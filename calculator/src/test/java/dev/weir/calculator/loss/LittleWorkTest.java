package dev.weir.calculator.loss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.compose.ComposedLoss;
import dev.weir.accountant.compose.LossBound;
import dev.weir.accountant.compose.Recipe;
import dev.weir.accountant.compose.pld.Work;
import dev.weir.accountant.privacy.InvalidParameter;
import dev.weir.calculator.question.Answer;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Tests that an available bound is returned even if the additional estimates would take too much work. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class LittleWorkTest {

    private static final ComposedLoss PLAN = ComposedLoss.of(Recipe.parse("subgauss(sigma=1,q=0.01)*100+laplace(b=5)"));

    @Test
    void a_bound_on_epsilon_is_given_where_nothing_else_can_be_computed() {
        Answer answer = EpsilonCalculation.answer(PLAN, 1e-6, () -> Work.of(10));
        double bound = LossBound.epsilon(PLAN, 1e-6).value();
        assertThat(answer.cells())
                .containsEntry("epsilon_certified", bound)
                .containsEntry("epsilon_estimate", bound)
                .containsEntry("epsilon_rdp", Double.POSITIVE_INFINITY);
        assertThat(EpsilonCalculation.answer(PLAN, 1e-6, Work::ofAnswer).cells().get("epsilon_rdp"))
                .isNotEqualTo(Double.POSITIVE_INFINITY);
    }

    @Test
    void a_bound_on_delta_is_given_where_nothing_else_can_be_computed() {
        double bound = LossBound.delta(PLAN, 2).value();
        assertThat(DeltaCalculation.answer(PLAN, 2, Work.of(10)).cells())
                .containsEntry("delta_certified", bound)
                .containsEntry("delta_estimate", bound);
        assertThat(DeltaCalculation.answer(PLAN, 2, Work.ofAnswer()).cells().get("delta_estimate"))
                .isNotEqualTo(bound);
    }

    @Test
    void what_is_wrong_is_still_refused() {
        assertThatThrownBy(() -> Work.of(10).answer(work -> PLAN.estimateEpsilon(2, work)))
                .isInstanceOf(InvalidParameter.class)
                .hasMessageStartingWith("delta must be");
        assertThatThrownBy(() -> EpsilonCalculation.answer(PLAN, 2, () -> Work.of(10)))
                .isInstanceOf(InvalidParameter.class);
    }
}
