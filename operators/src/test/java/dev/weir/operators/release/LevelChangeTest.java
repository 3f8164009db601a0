package dev.weir.operators.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.levels.plan.Favour;
import dev.weir.accountant.privacy.Amount;
import dev.weir.operators.aggregate.Count;
import dev.weir.operators.keys.DeclaredKeys;
import dev.weir.operators.keys.KeySpace;
import dev.weir.operators.keys.Others;
import dev.weir.operators.query.KeyAccountTerms;
import dev.weir.operators.query.Plan;
import dev.weir.operators.testing.Chain;
import dev.weir.operators.testing.KeyedBench;
import dev.weir.operators.testing.LevelPlans;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.time.Schedule;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.checkpoint.StateObjectCollection;
import org.apache.flink.runtime.state.OperatorStateHandle;
import org.apache.flink.runtime.state.OperatorStreamStateHandle;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A query with a key account gets levels, loses them or gets others. Keys of the earlier query lie in other key groups than those of the later one, and
 * none of them may be published again in the period whose account has paid for them already.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LevelChangeTest {

    private static final Schedule SCHEDULE = Schedule.startingAt(0);
    private static final List<String> ATTRIBUTES = List.of("region", "town");

    /** Fifty towns of one region, whose keys lie in many key groups. */
    private static final KeySpace LEVELS = LevelPlans.tree(50);

    private static final KeySpace TOTAL = LevelPlans.sets(50, 1, 3, 0);

    private static final KeySpace FLAT = DeclaredKeys.of(
            ATTRIBUTES,
            IntStream.range(0, 50).mapToObj(town -> List.of("r0", "t" + town)).toList(),
            Others.NONE);

    /** Every release costs an account the query's share, so a day's account pays for two windows. */
    private static Plan plan(KeySpace keys, int version, Favour favour, boolean isLimited) {
        LevelPlans plans = LevelPlans.of(keys, new Count("n", BigDecimal.ONE)).version(version);
        LevelPlans spending = keys.levels().isPresent() ? plans.spending(1, 1, favour) : plans;
        Amount share = spending.plan().queries().get(0).price().share();
        return isLimited
                ? spending.withKeyAccount(new KeyAccountTerms(share.plus(share), Plans.DAY))
                        .plan()
                : spending.plan();
    }

    private static Plan plan(String kind, int version, boolean isLimited) {
        return switch (kind) {
            case "flat" -> plan(FLAT, version, Favour.LEVELS, isLimited);
            case "tree" -> plan(LEVELS, version, Favour.LEVELS, isLimited);
            case "sets" -> plan(TOTAL, version, Favour.ROWS, isLimited);
            default -> throw new IllegalArgumentException(kind);
        };
    }

    private static Set<Long> released(Chain chain) {
        return chain.outcomes().stream()
                .filter(outcome -> outcome.kind() == Outcome.Kind.RELEASED)
                .map(outcome -> outcome.end() / Plans.HOUR)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @ParameterizedTest
    @CsvSource({
        "flat,tree,1,2",
        "flat,tree,2,1",
        "flat,sets,1,2",
        "tree,flat,1,2",
        "tree,flat,3,1",
        "tree,sets,1,2",
        "sets,tree,2,3"
    })
    void nothing_is_published_again_in_a_period_that_has_paid(String before, String after, int from, int to)
            throws Exception {
        try (Chain chain = Chain.start(plan(before, 1, true), SCHEDULE, from)) {
            chain.watermark(2 * Plans.HOUR);
            assertThat(released(chain)).containsExactly(1L, 2L);
            chain.restore(chain.checkpoint(), to, plan(after, 2, true), SCHEDULE);
            chain.watermark(20 * Plans.HOUR);
            chain.restore(chain.checkpoint(), from);
            chain.watermark(26 * Plans.HOUR);
            assertThat(released(chain)).containsExactly(1L, 2L, 24L, 25L);
        }
    }

    /** The query has no key account while it has levels: what keys spent before is not forgotten. */
    @ParameterizedTest
    @CsvSource({"flat,tree", "tree,flat", "tree,sets"})
    void an_account_that_is_switched_off_and_on_again_is_not_renewed(String before, String after) throws Exception {
        try (Chain chain = Chain.start(plan(before, 1, true), SCHEDULE, 1)) {
            chain.watermark(2 * Plans.HOUR);
            chain.restore(chain.checkpoint(), 2, plan(after, 2, false), SCHEDULE);
            chain.restore(chain.checkpoint(), 1, plan(after, 2, true), SCHEDULE);
            chain.watermark(25 * Plans.HOUR);
            assertThat(released(chain)).containsExactly(1L, 2L, 24L, 25L);
        }
    }

    /** Without the times of all subtasks it is not known in which period accounts have paid. */
    @ParameterizedTest
    @CsvSource({"flat,tree,true", "flat,tree,false", "tree,flat,false", "tree,sets,false"})
    void state_of_a_build_without_times_is_refused_if_levels_change_even_where_the_account_is_dropped(
            String before, String after, boolean isLimited) throws Exception {
        try (Chain chain = Chain.start(plan(before, 1, true), SCHEDULE, 1)) {
            chain.watermark(2 * Plans.HOUR);
            Chain.State state = chain.checkpoint();
            Chain.State old = new Chain.State(state.gate(), withoutTimes(state.release()));
            assertThatThrownBy(() -> chain.restore(old, 2, plan(after, 2, isLimited), SCHEDULE))
                    .hasStackTraceContaining("QUERY_CHANGED");
        }
    }

    private static KeyedBench.State withoutTimes(KeyedBench.State state) {
        List<OperatorStateHandle> handles = state.state().getManagedOperatorState().stream()
                .map(LevelChangeTest::withoutTimes)
                .toList();
        OperatorSubtaskState old = state.state().toBuilder()
                .setManagedOperatorState(new StateObjectCollection<>(handles))
                .build();
        return new KeyedBench.State(old, state.parallelism());
    }

    private static OperatorStateHandle withoutTimes(OperatorStateHandle handle) {
        Map<String, OperatorStateHandle.StateMetaInfo> parts = new HashMap<>(handle.getStateNameToPartitionOffsets());
        assertThat(parts.remove("closed-up-to")).isNotNull();
        return new OperatorStreamStateHandle(parts, handle.getDelegateStateHandle());
    }

    @ParameterizedTest
    @CsvSource({"flat", "tree", "sets"})
    void a_query_that_goes_on_keeps_its_account(String kind) throws Exception {
        Plan plan = plan(kind, 1, true);
        try (Chain chain = Chain.start(plan, SCHEDULE, 1)) {
            chain.watermark(Plans.HOUR);
            chain.restore(chain.checkpoint(), 2, plan, SCHEDULE);
            chain.watermark(5 * Plans.HOUR);
            assertThat(released(chain)).containsExactly(1L, 2L);
        }
    }
}
