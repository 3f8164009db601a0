package dev.weir.operators.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.weir.accountant.calendar.CalendarPeriod;
import dev.weir.accountant.calendar.PinnedZone;
import dev.weir.accountant.continual.sums.RunningSums;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests running totals that start anew with every day, week or month of a zone. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class RunningCalendarTest {

    private static final List<String> ZONES = List.of(
            "Europe/Berlin",
            "America/St_Johns",
            "Pacific/Apia",
            "Australia/Lord_Howe",
            "America/Sao_Paulo",
            "Asia/Kathmandu",
            "UTC");

    private static final RunningWindow BERLIN = of(Duration.ofHours(1), CalendarPeriod.MONTH, "Europe/Berlin");

    private static RunningWindow of(Duration every, CalendarPeriod period, String zone) {
        return RunningWindow.of(every, 744).resetting(period, PinnedZone.of(zone));
    }

    private static long at(String instant) {
        return Instant.parse(instant).toEpochMilli();
    }

    /** A month of Berlin has 743 hours in March, 745 in October, and 672, 696, 720 or 744 otherwise. */
    @ParameterizedTest
    @CsvSource({
        "2026-02-28T23:00:00Z, 2026-03-31T22:00:00Z, 743",
        "2026-03-31T22:00:00Z, 2026-04-30T22:00:00Z, 720",
        "2026-09-30T22:00:00Z, 2026-10-31T23:00:00Z, 745",
        "2028-01-31T23:00:00Z, 2028-02-29T23:00:00Z, 696"
    })
    void steps_are_counted_from_the_local_midnight_of_the_first(String start, String end, int hours) {
        long hour = Duration.ofHours(1).toMillis();
        assertThat(BERLIN.step(at(start), 0)).isGreaterThan(1);
        for (int step = 1; step <= hours; step++) {
            long stepEnd = at(start) + step * hour;
            assertThat(BERLIN.step(stepEnd, 99)).isEqualTo(step);
            assertThat(BERLIN.start(stepEnd, step)).isEqualTo(at(start));
            assertThat(BERLIN.spanStart(stepEnd)).isEqualTo(at(start));
            assertThat(BERLIN.spanEnd(stepEnd)).isEqualTo(at(end));
        }
        assertThat(BERLIN.step(at(end) + hour, hours)).isEqualTo(1);
        assertThat(BERLIN.earliestStart(at(end) - 1)).isEqualTo(at(start));
        assertThat(BERLIN.earliestStart(at(end))).isEqualTo(at(end));
    }

    @ParameterizedTest
    @CsvSource({
        "Europe/Berlin, MONTH, 745",
        "Asia/Kathmandu, MONTH, 744",
        "Europe/Berlin, WEEK, 169",
        "Europe/Berlin, DAY, 25",
        "UTC, DAY, 24",
        "Australia/Lord_Howe, DAY, 24.5"
    })
    void the_noise_is_priced_for_the_longest_period(String zone, CalendarPeriod period, double hours) {
        RunningWindow window = of(Duration.ofMinutes(15), period, zone);
        assertThat(window.lastStep()).isEqualTo((long) (4 * hours));
        assertThat(window.sums()).contains(new RunningSums(744, (long) (4 * hours)));
    }

    /** No released step is beyond those that are priced, and spans are the periods of the calendar. */
    @Test
    void every_step_belongs_to_the_period_that_it_lies_in() {
        SplittableRandom random = new SplittableRandom(11);
        for (String zone : ZONES) {
            for (CalendarPeriod period : CalendarPeriod.values()) {
                RunningWindow window = of(Duration.ofMinutes(15), period, zone);
                Window calendar = Window.calendar(period, PinnedZone.of(zone));
                for (int i = 0; i < 300; i++) {
                    long time = random.nextLong(at("1990-01-01T00:00:00Z"), at("2099-01-01T00:00:00Z"));
                    long end = window.cellEnd(time);
                    assertThat(window.spanStart(end)).isEqualTo(calendar.cellStart(time));
                    assertThat(window.spanEnd(end)).isEqualTo(calendar.cellEnd(time));
                    assertThat(window.step(end, 0)).isBetween(1L, window.lastStep());
                    assertThat(window.numberInSpan(end)).isPositive();
                }
            }
        }
    }

    /** Clocks of Monrovia were 44 minutes and 30 seconds behind until 1972: within a step a total is not reset. */
    @Test
    void before_1990_a_period_that_begins_within_a_step_resets_with_the_next() {
        RunningWindow window = of(Duration.ofMinutes(15), CalendarPeriod.DAY, "Africa/Monrovia");
        assertThat(window.spanStart(at("1971-03-01T01:00:00Z"))).isEqualTo(at("1971-03-01T00:45:00Z"));
        assertThat(window.spanEnd(at("1971-03-01T00:45:00Z"))).isEqualTo(at("1971-03-01T00:45:00Z"));
        assertThat(window.step(at("1971-03-01T01:00:00Z"), 0)).isEqualTo(1);
        assertThat(window.spanStart(at("2026-03-01T00:15:00Z"))).isEqualTo(at("2026-03-01T00:00:00Z"));
    }

    @ParameterizedTest
    @CsvSource({
        "Asia/Kolkata, 1h, 1989-12-31T18:30:00Z",
        "Australia/Lord_Howe, 1h, 1990-03-04T13:30:00Z",
        "Asia/Kathmandu, 30m, 1989-12-31T18:15:00Z",
        "Europe/Berlin, 1d, 1989-12-31T23:00:00Z"
    })
    void a_day_that_begins_within_a_step_is_refused_with_its_zone_and_time(String zone, String step, String first) {
        Duration every = Duration.parse((step.endsWith("d") ? "P" : "PT") + step.toUpperCase(Locale.ROOT));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of(every, CalendarPeriod.DAY, zone))
                .withMessage("reset must be where a step ends: a day of " + zone + " begins at " + first
                        + ", within a step of " + step);
    }

    @Test
    void the_last_step_of_a_schedule_is_that_of_its_longest_period() {
        assertThat(BERLIN.steps(at("2026-02-10T00:00:00Z"), at("2026-02-10T05:00:00Z")))
                .isEqualTo(9 * 24 + 6);
        assertThat(BERLIN.steps(at("2026-02-10T00:00:00Z"), at("2026-03-04T23:00:00Z")))
                .isEqualTo(28 * 24);
        assertThat(BERLIN.steps(at("2026-01-10T00:00:00Z"), at("2026-09-04T23:00:00Z")))
                .isEqualTo(744);
        assertThat(BERLIN.steps(at("2026-01-10T00:00:00Z"), at("2028-01-01T00:00:00Z")))
                .isEqualTo(745);
        assertThat(BERLIN.steps(0, SeriesWindow.UNBOUNDED)).isEqualTo(745);
    }

    @Test
    void what_a_window_means_is_in_its_identity() throws Exception {
        Duration hour = Duration.ofHours(1);
        List<RunningWindow> windows = List.of(
                BERLIN,
                of(hour, CalendarPeriod.DAY, "Europe/Berlin"),
                of(hour, CalendarPeriod.MONTH, "Europe/Paris"),
                of(Duration.ofMinutes(30), CalendarPeriod.MONTH, "Europe/Berlin"),
                RunningWindow.of(hour, 744),
                RunningWindow.of(hour, 744).resetting(Duration.ofDays(1)));
        assertThat(windows).doesNotHaveDuplicates();
        assertThat(windows)
                .extracting(one -> ByteBuffer.wrap(one.identity().bytes()))
                .doesNotHaveDuplicates();
        RunningWindow copy = InstantiationUtil.clone(BERLIN);
        assertThat(copy).isEqualTo(BERLIN).hasSameHashCodeAs(BERLIN);
        assertThat(copy.spanEnd(at("2026-03-30T12:00:00Z"))).isEqualTo(at("2026-03-31T22:00:00Z"));
    }

    @Test
    void windows_are_told_as_pipeline_files_write_them() {
        Map<String, Object> reset = Map.of("calendar", "month", "zone", "Europe/Berlin");
        assertThat(BERLIN.terms()).isEqualTo(Map.of("running", Map.of("every", "1h", "horizon", 744L, "reset", reset)));
        assertThat(BERLIN.words())
                .isEqualTo("every 1h with its running total, which starts anew for every month of Europe/Berlin");
    }
}
