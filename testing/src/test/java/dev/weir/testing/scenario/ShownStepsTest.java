package dev.weir.testing.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.aggregate.Count;
import dev.weir.operators.keys.DeclaredKeys;
import dev.weir.operators.keys.KeySpace;
import dev.weir.operators.keys.Others;
import dev.weir.operators.query.Bounds;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.query.Query;
import dev.weir.operators.query.Spend;
import dev.weir.operators.time.RunningWindow;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.SeriesWindow;
import dev.weir.operators.time.SlidingWindow;
import dev.weir.operators.time.TimeBounds;
import dev.weir.operators.time.Window;
import dev.weir.testing.statistic.Claim;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What released steps of a series show of records, against sums that are done by hand. */
class ShownStepsTest {

    private static final long HOUR = 3_600_000;
    private static final Budget RHO =
            new Budget.Concentrated(new BigDecimal("2.0"), Delta.atMost(new BigDecimal("1e-6")));

    private static Plan running(Window window, KeySpace keys) {
        return running(window, keys, 4);
    }

    private static Plan running(Window window, KeySpace keys, int contributions) {
        Query query = new Query(
                "q",
                1,
                "records",
                keys,
                window,
                Bounds.NONE,
                List.of(new Count("records", BigDecimal.ONE)),
                new Spend(null, contributions),
                null);
        return Plan.of("d", PrivacyUnit.USER_PER_DAY, RHO, new TimeBounds(0, 3_600_000), List.of(query));
    }

    private static Stated stated(Plan plan, Step... records) {
        return stated(plan, new Schedule(0, 4 * HOUR), records);
    }

    private static Stated stated(Plan plan, Schedule schedule, Step... records) {
        return new Claims(plan, schedule, (query, step) -> step.key())
                .of(new Scenario("some", "records", List.of(records)), List.of(0));
    }

    private static Step record(int hour, int key) {
        long time = hour * HOUR + 1;
        return new Step(time, time, key, Step.Size.LARGEST, Step.Person.CANARY);
    }

    private static double shown(Plan plan, Step... records) {
        return stated(plan, records).perfect().orElseThrow().loss();
    }

    private static double size(PricedQuery priced) {
        return priced.query()
                .aggregates()
                .get(0)
                .fullSize(priced.price().norm())
                .doubleValue();
    }

    private static final Window FOUR_HOURS =
            RunningWindow.of(Duration.ofHours(1), 4).resetting(Duration.ofHours(4));

    /** A record of the third hour is in the totals of the third and the fourth step, and in no earlier one, though these have less noise. */
    @Test
    void steps_before_a_record_show_nothing_of_it() {
        Plan plan = running(FOUR_HOURS, new DeclaredKeys(List.of("a", "b", "c")));
        PricedQuery priced = plan.queries().get(0);
        double size = size(priced);
        assertThat(priced.stddevs(1)[0]).isLessThan(priced.stddevs(3)[0]);
        assertThat(stated(plan, record(0, 0)).perfect().orElseThrow().loss())
                .isCloseTo(size / priced.stddevs(1)[0], within(1e-6));
        assertThat(stated(plan, record(2, 0)).perfect().orElseThrow().loss())
                .isCloseTo(size / priced.stddevs(3)[0], within(1e-6));
    }

    /** Two regions of two towns each; the third town lies in the second region. */
    private static KeySpace towns() {
        List<String> attributes = List.of("region", "town");
        List<List<String>> towns = List.of(List.of("r", "a"), List.of("r", "b"), List.of("s", "a"), List.of("s", "b"));
        return KeySpace.ofLevels(DeclaredKeys.of(attributes, towns, Others.NONE), attributes, List.of());
    }

    /** The parts of mu&sup2; that a level shows where its nodes move by so many records: the number of each squared. */
    private static double shown(PricedQuery priced, long step, int... squares) {
        double[] variances = priced.levelNoise().orElseThrow().drawn(0, step);
        double size = size(priced);
        double sum = 0;
        for (int level = 0; level < squares.length; level++) {
            sum += Double.isNaN(variances[level]) ? 0 : squares[level] * size * size / variances[level];
        }
        return Math.sqrt(sum);
    }

    /** Two records of the second hour and one of the first, below one region: at the second step the root and the region have moved by 3, and three towns by 1. */
    @Test
    void a_step_of_levels_shows_what_all_nodes_have_moved_by_so_far() {
        Plan plan = running(FOUR_HOURS, towns());
        PricedQuery priced = plan.queries().get(0);
        Stated one = stated(plan, record(0, 0));
        assertThat(one.perfect().orElseThrow().loss()).isCloseTo(shown(priced, 1, 1, 1, 1), within(1e-9));
        assertThat(one.perfect().orElseThrow().loss())
                .isBetween(0.3 * one.claims().get(0).loss(), one.claims().get(0).loss());
        Stated two = stated(plan, record(0, 0), record(1, 1));
        assertThat(two.perfect().orElseThrow().loss())
                .isCloseTo(Math.max(shown(priced, 1, 1, 1, 1), shown(priced, 2, 4, 4, 2)), within(1e-9));
        Stated apart = stated(plan, record(0, 0), record(1, 2));
        assertThat(apart.perfect().orElseThrow().loss())
                .isCloseTo(Math.max(shown(priced, 1, 1, 1, 1), shown(priced, 2, 4, 2, 2)), within(1e-9));
    }

    /** A window of two hours holds the record in two of its positions, with the noise of a difference, and shows less than the totals that are not published. */
    @Test
    void a_sliding_window_of_levels_shows_a_record_while_it_holds_it() {
        Plan plan = running(SlidingWindow.of(Duration.ofHours(2), Duration.ofHours(1)), towns());
        double together =
                stated(plan, record(0, 0), record(1, 1)).perfect().orElseThrow().loss();
        double one = stated(plan, record(0, 0)).perfect().orElseThrow().loss();
        double apart =
                stated(plan, record(0, 0), record(3, 1)).perfect().orElseThrow().loss();
        assertThat(one).isPositive();
        assertThat(together).isGreaterThan(1.2 * one);
        assertThat(apart).isLessThan(1.01 * one);
    }

    /** The factor of mu 1 at 1e-6 is below 2; what is shown grows by as much, however small a part of the claim it is. */
    @Test
    void twice_the_epsilon_at_a_delta_is_less_than_twice_of_what_is_shown() {
        Stated stated = stated(running(FOUR_HOURS, towns()), record(0, 0));
        double claim = stated.claims().get(0).loss();
        double factor = stated.doubled().orElseThrow().loss()
                / stated.perfect().orElseThrow().loss();
        assertThat(factor).isBetween(1.7, 1.99);
        assertThat(Claim.epsilonOf(factor * claim, 1e-6).loss())
                .isCloseTo(2 * Claim.epsilonOf(claim, 1e-6).loss(), within(1e-6));
    }

    /** Where the account affords two records, it may refuse all others of eight, and all others of one town: what is refused moves no total. */
    @Test
    void levels_show_only_the_first_records_which_surely_fit_into_the_account() {
        Plan plan = running(FOUR_HOURS, towns(), 2);
        assertThat(plan.queries().get(0).affords()).isEqualTo(2);
        Step[] overspent =
                IntStream.range(0, 8).mapToObj(number -> record(0, number % 4)).toArray(Step[]::new);
        Step[] ofOneTown =
                IntStream.range(0, 8).mapToObj(number -> record(0, 0)).toArray(Step[]::new);
        double one = shown(plan, record(0, 0));
        double two = shown(plan, record(0, 0), record(0, 1));
        assertThat(two).isGreaterThan(1.2 * one);
        assertThat(shown(plan, overspent)).isCloseTo(two, within(1e-9));
        assertThat(shown(plan, ofOneTown)).isCloseTo(one, within(1e-9));
        assertThat(shown(plan, record(0, 0), record(1, 0), record(1, 1))).isCloseTo(one, within(1e-9));
    }

    /** Two hours end with every second step. Where the schedule begins within the first of them, they are left out, and a record in them is in no row. */
    @Test
    void steps_with_which_no_window_ends_and_windows_that_are_left_out_show_nothing() {
        Window window = SeriesWindow.several(
                Duration.ofHours(1),
                4,
                List.of(SeriesWindow.Named.last("two-hours", Duration.ofHours(2), Duration.ofHours(2))));
        Plan plan = running(window, new DeclaredKeys(List.of("a", "b", "c")));
        PricedQuery priced = plan.queries().get(0);
        assertThat(priced.stddevs(1)[0]).isLessThan(0.99 * priced.stddevs(2)[0]);
        assertThat(shown(plan, record(0, 0))).isCloseTo(size(priced) / priced.stddevs(2)[0], within(1e-6));
        assertThat(shown(plan, record(2, 0))).isCloseTo(size(priced) / priced.stddevs(4)[0], within(1e-6));
        Schedule within = new Schedule(HOUR, 4 * HOUR);
        assertThat(stated(plan, within, record(1, 0)).perfect()).isEmpty();
        assertThat(stated(plan, within, record(2, 0)).perfect()).isPresent();
    }

    /** Where the account affords two records, it may refuse a second one of a key, and a third one: these show nothing, and two of different keys twice as much as one. */
    @Test
    void sliding_windows_and_totals_show_only_the_first_records_which_surely_fit_into_the_account() {
        for (Window window :
                List.of(SlidingWindow.of(Duration.ofHours(2), Duration.ofHours(1)), FOUR_HOURS, severalWindows())) {
            Plan plan = running(window, new DeclaredKeys(List.of("a", "b", "c", "d")), 2);
            double one = shown(plan, record(1, 0));
            assertThat(shown(plan, record(1, 0), record(1, 0))).isCloseTo(one, within(1e-9));
            double two = shown(plan, record(1, 0), record(1, 1));
            assertThat(two).isCloseTo(Math.sqrt(2) * one, within(1e-9));
            assertThat(shown(plan, record(1, 0), record(1, 1), record(1, 2), record(1, 3)))
                    .isCloseTo(two, within(1e-9));
        }
    }

    private static Window severalWindows() {
        return SeriesWindow.several(
                Duration.ofHours(1),
                4,
                List.of(SeriesWindow.Named.last("two-hours", Duration.ofHours(2), Duration.ofHours(2))));
    }
}
