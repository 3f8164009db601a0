package dev.weir.testing.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.calendar.CalendarPeriod;
import dev.weir.accountant.calendar.PinnedZone;
import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.aggregate.Count;
import dev.weir.operators.keys.DeclaredKeys;
import dev.weir.operators.query.Bounds;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.Query;
import dev.weir.operators.query.Spend;
import dev.weir.operators.time.RunningWindow;
import dev.weir.operators.time.SeriesWindow;
import dev.weir.operators.time.TimeBounds;
import dev.weir.operators.time.TumblingWindow;
import dev.weir.operators.time.Window;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Tests at which time an audit puts its records. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ScenarioTimesTest {

    private static final PinnedZone BERLIN = PinnedZone.of("Europe/Berlin");
    private static final PinnedZone UTC = PinnedZone.of("UTC");
    private static final Duration HOUR = Duration.ofHours(1);

    private static String edge(PrivacyUnit unit, Window window) {
        return Instant.ofEpochMilli(times(unit, window).edge()).toString();
    }

    private static ScenarioTimes times(PrivacyUnit unit, Window window) {
        Query query = new Query(
                "q",
                1,
                "records",
                new DeclaredKeys(List.of("a", "b")),
                window,
                Bounds.NONE,
                List.of(new Count("records", BigDecimal.ONE)),
                new Spend(null, 4),
                null);
        Budget budget = new Budget.Pure(new BigDecimal("2.0"));
        Plan plan = Plan.of("d", unit, budget, new TimeBounds(0, 3_600_000), List.of(query));
        return ScenarioTimes.of(plan, 2);
    }

    /** A day that began before its series would not be released, and nothing would be compared. */
    @Test
    void a_series_of_several_windows_runs_from_the_beginning_of_the_earliest_window_that_holds_the_first_record() {
        SeriesWindow window = SeriesWindow.several(
                HOUR,
                100,
                List.of(
                        SeriesWindow.Named.last("2h", HOUR.multipliedBy(2), HOUR),
                        SeriesWindow.Named.calendar("day", CalendarPeriod.DAY, BERLIN)));
        ScenarioTimes times = times(PrivacyUnit.USER_PER_DAY, window);
        long first = times.edge() - times.cells() * times.cell();
        assertThat(Instant.ofEpochMilli(times.schedule().from()).toString()).isEqualTo("2026-02-28T23:00:00Z");
        assertThat(first - times.schedule().from()).isBetween(1L, 24 * 3_600_000L);
        assertThat(times(PrivacyUnit.USER_PER_DAY, TumblingWindow.of(HOUR)).from())
                .isEqualTo(first);
    }

    @Test
    void all_windows_and_periods_end_at_the_edge() {
        assertThat(edge(PrivacyUnit.USER_PER_DAY, TumblingWindow.of(HOUR))).isEqualTo("2026-03-02T00:00:00Z");
        assertThat(edge(PrivacyUnit.USER_PER_DAY, Window.calendar(CalendarPeriod.MONTH, UTC)))
                .isEqualTo("2026-04-01T00:00:00Z");
        assertThat(edge(PrivacyUnit.USER_PER_MONTH, TumblingWindow.of(Duration.ofMinutes(5))))
                .isEqualTo("2026-04-01T00:00:00Z");
        assertThat(edge(PrivacyUnit.USER_PER_WEEK, TumblingWindow.of(HOUR))).isEqualTo("2026-03-09T00:00:00Z");
    }

    @Test
    void where_a_user_is_one_for_ever_the_edge_is_a_local_midnight() {
        assertThat(edge(PrivacyUnit.USER, Window.calendar(CalendarPeriod.DAY, BERLIN)))
                .isEqualTo("2026-03-02T23:00:00Z");
        assertThat(edge(PrivacyUnit.USER, RunningWindow.of(HOUR, 745).resetting(CalendarPeriod.MONTH, BERLIN)))
                .isEqualTo("2026-03-31T22:00:00Z");
    }

    /** A day of Berlin never ends with one of UTC. */
    @Test
    void the_period_of_the_unit_ends_in_any_case() {
        assertThat(edge(PrivacyUnit.USER_PER_DAY, Window.calendar(CalendarPeriod.DAY, BERLIN)))
                .endsWith("T00:00:00Z");
        assertThat(edge(PrivacyUnit.USER_PER_WEEK, Window.calendar(CalendarPeriod.DAY, BERLIN)))
                .isEqualTo("2026-03-09T00:00:00Z");
    }
}
