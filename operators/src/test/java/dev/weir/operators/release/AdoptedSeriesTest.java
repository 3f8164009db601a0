package dev.weir.operators.release;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.journal.chain.DomainEvent.Closing;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.accountant.privacy.UnitKind;
import dev.weir.operators.aggregate.clamp.LearntClamp;
import dev.weir.operators.aggregate.clamp.LearntTotal;
import dev.weir.operators.counters.Rejection;
import dev.weir.operators.query.Plan;
import dev.weir.operators.testing.Chain;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import dev.weir.operators.testing.Totals;
import dev.weir.operators.time.Schedule;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests gate and release operators that continue from an adopted state, by exact values: in every hour a user of that hour
 * adds 1 to every query.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class AdoptedSeriesTest {

    private static final long HOUR = Plans.HOUR;
    private static final Schedule SCHEDULE = Schedule.startingAt(0);
    private static final int RESET = 12;
    private static final int PANES = 6;
    private static final int SIZE = 5;
    private static final int LAST = 60;

    /**
     * Returns a plan with a total that resets every 12 hours, one that never does, sliding windows by an hour, and tumbling
     * windows.
     */
    private static Plan plan(PrivacyUnit unit) {
        return Plan.of(
                "test",
                unit,
                Plans.GAUSSIAN,
                Plans.TIMING,
                List.of(
                        wide(Totals.running("reset", RESET))
                                .resetting(Duration.ofHours(RESET))
                                .query(),
                        wide(Totals.running("endless", 24)).query(),
                        wide(Totals.sliding("sliding", PANES)).query(),
                        Queries.hourly("tumbling")
                                .every(Duration.ofHours(SIZE))
                                .keys("a")
                                .count()
                                .contributions(1_000_000)
                                .query()));
    }

    private static Totals wide(Totals query) {
        return query.keys("a").count().contributions(1_000_000);
    }

    private static void run(Chain chain, Plan plan, int from, int to) throws Exception {
        for (int hour = from; hour <= to; hour++) {
            for (int query = 0; query < plan.queries().size(); query++) {
                chain.add(Chain.record(plan, "user" + hour, (hour - 1) * HOUR + 5, query, 0, 1));
            }
            chain.watermark(hour * HOUR);
        }
    }

    /** Maps "query/key/end" to step, start in hours and exact value. */
    private static Map<String, List<Long>> exact(Chain chain) {
        Map<String, List<Long>> exact = new TreeMap<>();
        for (Outcome outcome : chain.outcomes()) {
            if (outcome.kind() == Outcome.Kind.EXACT) {
                exact.put(Chain.name(outcome), List.of(outcome.step(), outcome.start() / HOUR, outcome.values()[0]));
            }
        }
        assertThat(chain.releaseNames(Outcome.Kind.RELEASED)).containsExactlyElementsOf(exact.keySet());
        return exact;
    }

    /**
     * Returns what is released from hour {@code from} on.
     *
     * @param begin the hour with which new series begin
     * @param tumbled the hour up to which tumbling windows are closed
     */
    private static Map<String, List<Long>> expected(int from, int begin, int tumbled) {
        Map<String, List<Long>> expected = new TreeMap<>();
        for (int hour = Math.max(from, begin + 1); hour <= LAST; hour++) {
            int step = (hour - 1) % RESET + 1;
            expect(expected, 0, hour, List.of(step, Math.max(hour - step, begin)));
            expect(expected, 1, hour, List.of(hour - begin, begin));
            expect(expected, 2, hour, List.of(hour - begin, Math.max(hour - PANES, begin)));
        }
        for (int hour = Math.max(from, tumbled + 1); hour <= LAST; hour++) {
            if (hour % SIZE == 0) {
                expect(expected, 3, hour, List.of(0, hour - SIZE));
            }
        }
        return expected;
    }

    private static void expect(Map<String, List<Long>> expected, int query, int end, List<Integer> stepAndStart) {
        long start = stepAndStart.get(1);
        expected.put(query + "/a/" + end * HOUR, List.of((long) stepAndStart.get(0), start, end - start));
    }

    private static Closing closing(PrivacyUnit unit, long upTo) {
        return new Closing(unit.isPeriodic() ? unit.period(upTo) : Long.MIN_VALUE, upTo);
    }

    /**
     * The state is of hour 8. An adoption at 9:30 falls into a step and into a window that the state has begun to count. One
     * at 21:30 falls into the middle of a span of 12 hours, and one at 24:00 onto the end of each.
     */
    @ParameterizedTest
    @CsvSource({
        "USER, 9.5, 10, 5",
        "USER, 21.5, 22, 20",
        "USER, 24, 24, 20",
        "USER_PER_DAY, 9.5, 24, 25",
        "USER_PER_DAY, 21.5, 24, 25",
        "USER_PER_DAY, 24, 48, 50",
        "USER_PER_HOUR, 9.5, 10, 10",
        "USER_PER_HOUR, 21.5, 22, 25",
    })
    void series_begin_anew_with_the_first_step_that_is_not_closed_and_nothing_closed_is_counted_or_drawn(
            UnitKind kind, double adopted, int begin, int tumbled) throws Exception {
        PrivacyUnit unit = PrivacyUnit.of(kind);
        Plan plan = plan(unit);
        Schedule closed = SCHEDULE.without(closing(unit, (long) (adopted * HOUR)));
        try (Chain chain = Chain.start(plan, SCHEDULE, 2)) {
            run(chain, plan, 1, 8);
            Chain.State state = chain.checkpoint();
            run(chain, plan, 9, 20);
            chain.restore(state, 3, plan, closed);
            chain.outcomes().clear();
            run(chain, plan, 9, LAST);
            assertThat(exact(chain)).isEqualTo(expected(9, begin, tumbled));
        }
    }

    /**
     * The tables record which adoption they follow: a restart continues, and another adoption of either state begins new
     * series.
     */
    @Test
    void one_state_may_be_adopted_again_and_so_may_a_state_of_the_run_between() throws Exception {
        Plan plan = plan(PrivacyUnit.USER);
        Schedule first = SCHEDULE.without(closing(PrivacyUnit.USER, 10 * HOUR));
        Schedule second = SCHEDULE.without(closing(PrivacyUnit.USER, 33 * HOUR));
        try (Chain chain = Chain.start(plan, SCHEDULE, 2)) {
            run(chain, plan, 1, 8);
            Chain.State adopted = chain.checkpoint();
            chain.restore(adopted, 1, plan, first);
            run(chain, plan, 9, 30);
            Chain.State between = chain.checkpoint();
            chain.outcomes().clear();
            chain.restore(between, 3);
            run(chain, plan, 31, LAST);
            assertThat(exact(chain)).isEqualTo(expected(31, 10, 10));
            chain.outcomes().clear();
            chain.restore(between, 2, plan, second);
            run(chain, plan, 31, LAST);
            assertThat(exact(chain)).isEqualTo(expected(31, 33, 30));
            chain.outcomes().clear();
            chain.restore(adopted, 2, plan, second);
            run(chain, plan, 9, LAST);
            assertThat(exact(chain)).isEqualTo(expected(9, 33, 30));
        }
    }

    @Test
    void without_any_state_nothing_of_what_an_adoption_has_closed_is_counted_or_drawn() throws Exception {
        Plan plan = plan(PrivacyUnit.USER_PER_DAY);
        Schedule closed = SCHEDULE.without(closing(PrivacyUnit.USER_PER_DAY, 21 * HOUR));
        try (Chain chain = Chain.start(plan, closed, 2)) {
            run(chain, plan, 1, LAST);
            assertThat(exact(chain)).isEqualTo(expected(1, 24, 25));
            chain.checkpoint();
            assertThat(chain.counters().of(1, Rejection.BELOW_FLOOR)).isEqualTo(24);
            assertThat(chain.counters().of(3, Rejection.BELOW_FLOOR)).isEqualTo(25);
        }
    }

    /**
     * A unit's total of a series is at most 5, and its account affords two contributions of this size. Ada has used up the
     * room of the first series, and bob one of his two contributions. A new series has room for both, but bob's account
     * affords only one more.
     */
    @Test
    void a_new_series_has_room_for_what_a_unit_has_moved_before_and_its_account_has_not() throws Exception {
        Plan plan = Totals.plan(
                PrivacyUnit.USER,
                Plans.PURE,
                Totals.running("q", 24).with(Queries.unitClamped(0, 5)).contributions(2));
        try (Chain chain = Chain.start(plan, SCHEDULE, 2)) {
            chain.add("ada", 10, 0, 5);
            chain.add("bob", 10, 0, 5);
            chain.watermark(HOUR);
            Schedule closed = SCHEDULE.without(closing(PrivacyUnit.USER, 2 * HOUR));
            chain.restore(chain.checkpoint(), 1, plan, closed);
            chain.add("ada", 3 * HOUR + 10, 0, 3);
            chain.add("bob", 3 * HOUR + 10, 1, 5);
            chain.add("bob", 3 * HOUR + 10, 0, 5);
            chain.watermark(4 * HOUR);
            assertThat(chain.totals())
                    .containsEntry("0/a/" + 4 * HOUR, List.of(3L))
                    .containsEntry("0/b/" + 4 * HOUR, List.of(5L));
        }
    }

    /**
     * Five values of 2^20 in a window at epsilon 1000 move the clamp of a key to 2^20 (except with probability below e^-800).
     * In a window without records, if that choice is remembered, the clamp goes down by a factor of 2 with relative weight
     * e^-0.5. If learning starts again from 1, it goes up with relative weight e^-3, and reaches 2^6 or more by chance once
     * in 6e7 windows; there are 8 windows here. (A remembered clamp would be below 2^6 once in 1 000.)
     */
    @Test
    void no_choice_of_a_clamp_that_was_drawn_in_a_closed_window_is_remembered() throws Exception {
        LearntTotal total = new LearntTotal(
                "t",
                BigDecimal.ONE,
                new LearntClamp(LearntClamp.USUAL_SHARE, BigDecimal.ONE, 0, false),
                LearntTotal.Kind.SUM);
        Plan plan = Plans.of(
                PrivacyUnit.USER_PER_DAY,
                Plans.pure("1000"),
                Queries.hourly("q").keys("a", "b", "c", "d", "e", "f", "g", "h").with(total));
        try (Chain chain = Chain.start(plan, SCHEDULE, 2)) {
            for (int user = 0; user < 40; user++) {
                chain.add("user" + user, 10, user % 8, 1L << 20);
            }
            chain.watermark(HOUR);
            assertThat(clamps(chain)).hasSize(8).allMatch(bits -> bits > 20);
            chain.outcomes().clear();
            Schedule closed = SCHEDULE.without(closing(PrivacyUnit.USER_PER_DAY, 23 * HOUR));
            chain.restore(chain.checkpoint(), 1, plan, closed);
            chain.watermark(25 * HOUR);
            assertThat(clamps(chain)).hasSize(8).allMatch(bits -> bits <= 6);
        }
    }

    private static Stream<Long> clamps(Chain chain) {
        return chain.outcomes().stream()
                .filter(outcome -> outcome.kind() == Outcome.Kind.RELEASED)
                .map(outcome -> outcome.values()[0]);
    }
}
