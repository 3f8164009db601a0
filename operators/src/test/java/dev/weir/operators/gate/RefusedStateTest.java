package dev.weir.operators.gate;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.calendar.PinnedZone;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.encoding.UnitForm;
import dev.weir.operators.encoding.UnitName;
import dev.weir.operators.query.Plan;
import dev.weir.operators.testing.Chain;
import dev.weir.operators.testing.KeyedBench;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.TimeBounds;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests states that are refused whatever the plan. */
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

    /** A period of other rules could be about records of two earlier ones, with an account of its own. State of earlier builds is of UTC. */
    @Test
    void state_of_periods_of_another_zone_or_by_other_rules_of_it_is_refused_for_good() throws Exception {
        Plan berlin = Plans.of(PrivacyUnit.USER_PER_DAY.in("Europe/Berlin"), Plans.PURE, Q, R);
        Plan kolkata = Plans.of(PrivacyUnit.USER_PER_DAY.in("Asia/Kolkata"), Plans.PURE, Q, R);
        PinnedZone fixed = PinnedZone.of("Europe/Berlin", ZoneOffset.ofHours(1).getRules());
        refuses(berlin, "STATE_LOST: the restored state belongs to periods UTC, not Europe/Berlin");
        refuses(berlin, Plans.daily(Q, R), "STATE_LOST: the restored state belongs to periods Europe/Berlin");
        refuses(berlin, kolkata, "STATE_LOST: the restored state belongs to periods Europe/Berlin");
        refuses(berlin, Plans.of(PrivacyUnit.USER_PER_DAY.in(fixed), Plans.PURE, Q, R), "STATE_LOST");
        try (Chain chain = Chain.start(berlin, ENDLESS, 1)) {
            chain.restore(chain.checkpoint(), 2, Plans.of(berlin.unit(), Plans.PURE, Q, R), ENDLESS);
        }
    }

    /** Under another form of ids the same person would get a second account. */
    @Test
    void state_of_another_form_of_unit_ids_is_refused_for_good() throws Exception {
        Plan other = Plans.daily(Q, R).withUnitName(UnitName.NONE.inForm(UnitForm.LOWER_CASE));
        refuses(other, "STATE_LOST: the restored state belongs to unit form EXACT, not LOWER_CASE");
    }

    /** Accounts by ids of another field are new: everybody would get the budget again. */
    @Test
    void state_whose_units_another_field_names_is_refused_for_good() throws Exception {
        Plan rider = Plans.daily(Q, R).withUnitName(UnitName.of("rider"));
        for (UnitName other : List.of(
                UnitName.of("value"), UnitName.of("value").formerly("customer"), UnitName.NONE, UnitName.of("Rider"))) {
            refuses(
                    rider,
                    rider.withUnitName(other),
                    "STATE_LOST: the restored state knows units by rider, not "
                            + (other.name().isEmpty() ? "without a name" : other.name())
                            + ": other ids would have new budgets");
        }
    }

    /** The field has been renamed and its ids are the same, which the operator of the job has stated once. */
    @Test
    void state_goes_on_under_another_name_of_its_ids_if_that_is_said() throws Exception {
        Plan rider = Plans.daily(Q, R).withUnitName(UnitName.of("rider"));
        Plan renaming = rider.withUnitName(UnitName.of("user").formerly("rider"));
        Plan renamed = rider.withUnitName(UnitName.of("user"));
        try (Chain chain = Chain.start(rider, ENDLESS, 1)) {
            chain.restore(chain.checkpoint(), 2, renaming, ENDLESS);
            chain.restore(chain.checkpoint(), 1, renaming, ENDLESS);
            chain.restore(chain.checkpoint(), 1, renamed, ENDLESS);
            Chain.State state = chain.checkpoint();
            assertRefused(() -> chain.restore(state, 1, rider, ENDLESS), "knows units by user, not rider");
        }
    }

    /** States of builds that did not keep the name have none. */
    @Test
    void state_without_a_name_of_its_ids_takes_that_of_the_plan() throws Exception {
        Plan unnamed = Plans.daily(Q, R);
        try (Chain chain = Chain.start(unnamed, ENDLESS, 1)) {
            chain.restore(chain.checkpoint(), 1, unnamed.withUnitName(UnitName.of("rider")), ENDLESS);
            Chain.State state = chain.checkpoint();
            assertRefused(
                    () -> chain.restore(state, 1, unnamed.withUnitName(UnitName.of("value")), ENDLESS),
                    "knows units by rider, not value");
        }
    }

    static Stream<Queries> changed() {
        return Stream.of(
                Q.contributions(5),
                Q.share("0.4"),
                Q.recordsPerCell(1),
                Q.reading("less"),
                Q.every(Duration.ofHours(2)),
                Q.sum(0, 1),
                Queries.hourly("q").sum(0, 1).share("0.5").contributions(4));
    }

    /** Otherwise one release id would have two meanings. */
    @ParameterizedTest
    @MethodSource("changed")
    void a_query_that_means_something_else_under_its_version_is_refused_for_good(Queries changed) throws Exception {
        refuses(
                Plans.daily(changed, R),
                "QUERY_CHANGED: under the same version as before these queries read, bound, spend or release something"
                        + " else: q (version 1): raise the version, or take the change back");
        try (Chain chain = Chain.start(Plans.daily(Q, R), ENDLESS, 1)) {
            chain.restore(chain.checkpoint(), 1, Plans.daily(changed.version(2), R), ENDLESS);
        }
    }

    /** In a job without a ledger, only the state remembers. */
    @Test
    void a_version_that_was_used_before_is_remembered_while_the_query_is_away() throws Exception {
        try (Chain chain = Chain.start(Plans.daily(Q, R), ENDLESS, 1)) {
            chain.restore(chain.checkpoint(), 1, Plans.daily(R), ENDLESS);
            chain.restore(
                    chain.checkpoint(), 1, Plans.daily(R, Q.contributions(5).version(2)), ENDLESS);
            Chain.State state = chain.checkpoint();
            assertRefused(() -> chain.restore(state, 1, Plans.daily(R, Q.contributions(6)), ENDLESS), "q (version 1)");
            chain.restore(state, 1, Plans.daily(Q, R), ENDLESS);
        }
    }

    private static void refuses(Plan after, String rule) throws Exception {
        refuses(Plans.daily(Q, R), after, rule);
    }

    private static void refuses(Plan before, Plan after, String rule) throws Exception {
        try (Chain chain = Chain.start(before, ENDLESS, 2)) {
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
