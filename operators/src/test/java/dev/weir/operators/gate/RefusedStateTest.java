package dev.weir.operators.gate;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.identity.UnitForm;
import dev.weir.operators.query.Plan;
import dev.weir.operators.testing.Chain;
import dev.weir.operators.testing.KeyedBench;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.TimeBounds;
import java.util.List;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** State that no plan may go on from. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class RefusedStateTest {

    private static final Schedule ENDLESS = Schedule.startingAt(0);
    private static final Queries Q = Queries.hourly("q").count().share("0.5").contributions(4);
    private static final Queries R = Queries.hourly("r").count().share("0.5").contributions(4);

    @Test
    void a_budget_in_another_currency_is_refused_for_good() throws Exception {
        refuses(Plans.of(PrivacyUnit.USER_PER_DAY, Plans.GAUSSIAN, Q, R), "privacy.budget must stay in the currency");
    }

    @Test
    void state_of_another_domain_or_unit_is_refused_for_good() throws Exception {
        Plan other = Plan.of("other", PrivacyUnit.USER_PER_DAY, Plans.PURE, new TimeBounds(0, 0), List.of(Q.query()));
        refuses(other, "STATE_LOST: the restored state belongs to domain test, not other");
        refuses(Plans.of(PrivacyUnit.USER, Plans.PURE, Q, R), "STATE_LOST");
    }

    /** The same person would have a second account under the other form. */
    @Test
    void state_of_another_form_of_unit_ids_is_refused_for_good() throws Exception {
        Plan other = Plans.daily(Q, R).withUnitForm(UnitForm.LOWER_CASE);
        refuses(other, "STATE_LOST: the restored state belongs to unit form EXACT, not LOWER_CASE");
    }

    private static void refuses(Plan after, String rule) throws Exception {
        try (Chain chain = Chain.start(Plans.daily(Q, R), ENDLESS, 2)) {
            Chain.State state = chain.checkpoint();
            assertRefused(() -> chain.restore(state, 2, after, ENDLESS), rule);
        }
    }

    @Test
    void an_operator_that_is_restored_without_its_state_refuses_for_good() throws Exception {
        KeyedBench.State nothing =
                new KeyedBench.State(OperatorSubtaskState.builder().build(), 1);
        try (Chain chain = Chain.start(Plans.daily(Q), ENDLESS, 1)) {
            Chain.State state = chain.checkpoint();
            assertRefused(() -> chain.restore(new Chain.State(nothing, state.release()), 1), "STATE_LOST");
            assertRefused(() -> chain.restore(new Chain.State(state.gate(), nothing), 1), "STATE_LOST");
        }
    }

    private static void assertRefused(ThrowingCallable start, String rule) {
        assertThatThrownBy(start)
                .isInstanceOf(SuppressRestartsException.class)
                .rootCause()
                .hasMessageContaining(rule);
    }
}
