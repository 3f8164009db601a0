package dev.weir.operators.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.journal.chain.DomainEvent.ShareStep;
import dev.weir.accountant.mechanism.QueryPrice;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.query.Plan;
import dev.weir.operators.testing.Chain;
import dev.weir.operators.testing.Contributions;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import dev.weir.operators.testing.Raised;
import dev.weir.operators.testing.Totals;
import dev.weir.operators.time.Schedule;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests what units may lose around a raise of the budget, and which states may continue after it. The budget grows from 1 to
 * 4 with the third day.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@Tag("thorough")
class RaisedAccountTest {

    private static final long HOUR = Plans.HOUR;
    private static final Schedule SCHEDULE = Schedule.startingAt(0);
    private static final int DAY = 2;
    private static final int SIZE = 7;
    private static final int CONTRIBUTIONS = 8;

    /** Returns a plan with windows of 7 hours, one of which begins at 42:00 and ends at 49:00. */
    private static Plan wide(String budget) {
        return Plans.of(
                PrivacyUnit.USER_PER_DAY,
                Plans.pure(budget),
                Queries.hourly("wide").every(Duration.ofHours(SIZE)).count().contributions(CONTRIBUTIONS));
    }

    private static Plan raised() {
        return Raised.from(DAY, wide("1"), wide("4"));
    }

    /** Returns what a unit has lost: the cost of a record is by the noise of its window. */
    private static BigDecimal loss(Plan plan, Chain chain) {
        BigDecimal loss = BigDecimal.ZERO;
        for (Map.Entry<String, List<Long>> cell : chain.totals().entrySet()) {
            String[] name = cell.getKey().split("/", -1);
            int price = plan.priceAt(0, Long.parseLong(name[2]));
            BigDecimal share = plan.prices(0).get(price).price().share().value();
            loss = loss.add(share.multiply(BigDecimal.valueOf(cell.getValue().get(0)))
                    .divide(BigDecimal.valueOf(CONTRIBUTIONS), MathContext.DECIMAL64));
        }
        return loss;
    }

    /**
     * A unit of one day sends nine records, of which eight count. On the last old day they cost 1. On the first new day they
     * cost 4 if no older record can be in their windows; those in the window that begins at 42:00 cost a quarter of that.
     */
    @ParameterizedTest
    @CsvSource({"44, 9, 1", "47, 9, 1", "48, 9, 1", "49, 9, 4", "70, 9, 4", "48, 4, 2.5", "72, 9, 4"})
    void a_unit_loses_the_budget_of_its_period_at_most_and_exactly_by_the_noise_of_its_windows(
            int hour, int there, String expected) throws Exception {
        try (Chain chain = Chain.start(wide("1"), SCHEDULE, 1)) {
            chain.restore(chain.checkpoint(), 1, raised(), SCHEDULE);
            for (int i = 0; i < 9; i++) {
                chain.add("ada", (i < there ? hour : 55) * HOUR + i, 0, 1);
                chain.restore(chain.checkpoint(), 1 + i % 2);
            }
            chain.watermark(100 * HOUR);
            assertThat(loss(raised(), chain)).isEqualByComparingTo(expected);
        }
    }

    private static Plan mixed(boolean isPure, String budget) {
        return Plan.of(
                "test",
                PrivacyUnit.USER_PER_DAY,
                Raised.budget(isPure, budget),
                Plans.TIMING,
                List.of(
                        Queries.hourly("wide")
                                .every(Duration.ofHours(SIZE))
                                .sum(0, 9)
                                .contributions(3)
                                .query(),
                        Queries.hourly("unit").unitSum(-5, 7).contributions(4).query(),
                        Totals.running("reset", 10)
                                .resetting(Duration.ofHours(10))
                                .count()
                                .contributions(3)
                                .query(),
                        Totals.sliding("sliding", 3)
                                .bounded(2, 3, 2)
                                .count()
                                .contributions(5)
                                .query()));
    }

    /**
     * A raise changes the noise and the worth of accounts. What the gate accepts is the same, because bounds and
     * contributions are.
     */
    @RepeatedTest(6)
    void the_gate_lets_the_same_records_through_whether_the_budget_is_raised_or_not(RepetitionInfo run)
            throws Exception {
        boolean isPure = run.getCurrentRepetition() % 2 == 0;
        Plan before = mixed(isPure, "1");
        Plan raised = Raised.from(DAY, before, mixed(isPure, "4"));
        SplittableRandom random = new SplittableRandom(run.getCurrentRepetition());
        try (Chain same = Chain.start(before, SCHEDULE, 1);
                Chain other = Chain.start(before, SCHEDULE, 1)) {
            for (int hour = 30; hour < 66; hour++) {
                for (int i = 0; i < 12; i++) {
                    int query = random.nextInt(4);
                    Contributions record = Chain.record(
                            before,
                            "user" + random.nextInt(3),
                            hour * HOUR + random.nextInt(3) * HOUR,
                            query,
                            random.nextInt(2),
                            random.nextInt(12));
                    same.add(record);
                    other.add(record);
                }
                if (hour % 5 == 2) {
                    other.restore(other.checkpoint(), 1 + random.nextInt(3), raised, SCHEDULE);
                }
                same.watermark(hour * HOUR);
                other.watermark(hour * HOUR);
            }
            assertThat(other.totals()).isEqualTo(same.totals()).isNotEmpty();
        }
    }

    /** What a query has cost a unit of an older day is charged at the worth of that day's accounts. */
    @Test
    void a_new_version_leaves_a_unit_of_an_older_day_no_more_than_that_days_budget() throws Exception {
        Queries second = Queries.hourly("wide")
                .every(Duration.ofHours(SIZE))
                .count()
                .contributions(CONTRIBUTIONS)
                .version(2);
        Plan plan = Raised.from(DAY, wide("1"), Plans.of(PrivacyUnit.USER_PER_DAY, Plans.pure("4"), second));
        try (Chain chain = Chain.start(wide("1"), SCHEDULE, 1)) {
            for (int i = 0; i < 6; i++) {
                chain.add("ada", 44 * HOUR, 0, 1);
            }
            chain.restore(chain.checkpoint(), 1, plan, SCHEDULE);
            for (int i = 0; i < 9; i++) {
                chain.add("ada", 44 * HOUR, 0, 1);
            }
            chain.watermark(60 * HOUR);
            assertThat(chain.totals()).isEqualTo(Map.of("0/a/" + 49 * HOUR, List.of(2L)));
        }
    }

    /** Returns a plan with totals that are new after the step, and another version of a query. */
    private static Plan withNewTotals() {
        Plan after = Plan.of(
                "test",
                PrivacyUnit.USER_PER_DAY,
                Plans.pure("4"),
                Plans.TIMING,
                List.of(
                        Totals.running("endless", 24).count().query(),
                        Queries.hourly("kept")
                                .share("0.8")
                                .count()
                                .contributions(8)
                                .version(2)
                                .query()));
        ShareStep step = new ShareStep(DAY, QueryPrice.afford(Plans.PURE));
        return after.withSteps(List.of(step), prices -> prices.size() - 1);
    }

    /**
     * New totals after the step have no spending of a unit of an older day: their account must not take more spending of
     * others than that day allowed.
     */
    @Test
    void what_was_spent_in_an_older_day_is_not_booked_where_only_later_days_have_room() throws Exception {
        Plan before = Plans.of(
                PrivacyUnit.USER_PER_DAY,
                Plans.PURE,
                Queries.hourly("dropped").share("0.8").count().contributions(1),
                Queries.hourly("kept").share("0.2").count().contributions(1));
        Plan raised = withNewTotals();
        assertThat(raised.begin(0)).isEqualTo(48 * HOUR);
        try (Chain chain = Chain.start(before, SCHEDULE, 1)) {
            chain.add(Chain.record(before, "ada", 44 * HOUR, 0, 0, 1));
            chain.restore(chain.checkpoint(), 1, raised, SCHEDULE);
            for (int i = 0; i < 9; i++) {
                chain.add(Chain.record(raised, "ada", 44 * HOUR, 1, 0, 1));
            }
            chain.watermark(60 * HOUR);
            assertThat(chain.totals().get("1/a/" + 45 * HOUR))
                    .as("records at 0.1 each, for a unit that has lost 0.8 of 1")
                    .isEqualTo(List.of(2L));
        }
    }

    /** Open cells and the accounts of their units depend on the step as it was. */
    static Stream<Plan> others() {
        Plan larger = Raised.from(DAY, wide("1"), wide("5"));
        Plan later = Raised.from(DAY + 1, wide("1"), wide("4"));
        Plan smaller = Raised.from(DAY, wide("1"), wide("3"));
        return Stream.of(wide("1"), wide("4"), larger, later, smaller);
    }

    @ParameterizedTest
    @MethodSource("others")
    void a_state_with_a_step_goes_on_with_the_same_step_alone_or_with_one_more(Plan other) throws Exception {
        try (Chain chain = Chain.start(wide("1"), SCHEDULE, 1)) {
            chain.restore(chain.checkpoint(), 2, raised(), SCHEDULE);
            Chain.State state = chain.checkpoint();
            assertThatThrownBy(() -> chain.restore(state, 1, other, SCHEDULE))
                    .isInstanceOf(SuppressRestartsException.class)
                    .rootCause()
                    .hasMessageContaining("QUERY_CHANGED: ");
            chain.restore(state, 1, raised(), SCHEDULE);
            chain.restore(chain.checkpoint(), 1, Raised.from(DAY + 3, raised(), wide("6")), SCHEDULE);
        }
    }

    @Test
    void prices_stay_where_units_have_no_periods_and_never_become_smaller() {
        Plan forever =
                Plans.of(PrivacyUnit.USER, Plans.PURE, Queries.hourly("q").count());
        assertThatThrownBy(() -> Raised.from(DAY, forever, forever)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Raised.from(DAY, wide("4"), wide("1"))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Raised.from(Long.MAX_VALUE, wide("1"), wide("4")))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
