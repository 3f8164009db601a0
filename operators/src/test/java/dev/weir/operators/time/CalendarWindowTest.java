package dev.weir.operators.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.weir.accountant.calendar.CalendarPeriod;
import dev.weir.accountant.calendar.PinnedZone;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.accountant.privacy.UnitKind;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class CalendarWindowTest {

    private static final List<String> ZONES = List.of(
            "Europe/Berlin",
            "America/St_Johns",
            "Pacific/Apia",
            "Australia/Lord_Howe",
            "America/Sao_Paulo",
            "Asia/Kathmandu",
            "Pacific/Kwajalein",
            "UTC");

    private static CalendarWindow of(CalendarPeriod period, String zone) {
        return new CalendarWindow(period, PinnedZone.of(zone));
    }

    private static long at(String instant) {
        return Instant.parse(instant).toEpochMilli();
    }

    /** Boundaries against those of {@link LocalDate#atStartOfDay(ZoneId)}, of every date from 1970 to 2040. */
    @ParameterizedTest
    @EnumSource(CalendarPeriod.class)
    void windows_follow_one_another_and_begin_where_java_begins_their_first_date(CalendarPeriod period) {
        for (String zone : ZONES) {
            CalendarWindow window = of(period, zone);
            long before = -1;
            for (LocalDate date = LocalDate.EPOCH.plusDays(40); date.getYear() < 2040; date = date.plusDays(1)) {
                if (!period.start(date).equals(date)) {
                    continue;
                }
                long start = date.atStartOfDay(ZoneId.of(zone)).toInstant().toEpochMilli();
                assertThat(window.cellStart(start)).as("%s %s", zone, date).isEqualTo(start);
                assertThat(window.cellEnd(start - 1)).as("%s %s", zone, date).isEqualTo(start);
                if (before != -1) {
                    assertThat(window.cells(before, start)).isEqualTo(before == start ? 0 : 1);
                }
                before = start;
            }
        }
    }

    @Test
    void a_time_is_in_its_window_whatever_was_asked_before() {
        SplittableRandom random = new SplittableRandom(7);
        for (String zone : ZONES) {
            for (CalendarPeriod period : CalendarPeriod.values()) {
                CalendarWindow one = of(period, zone);
                for (int i = 0; i < 200; i++) {
                    long time = random.nextLong(-(1L << 42), 1L << 42);
                    assertThat(one.cellStart(time))
                            .isLessThanOrEqualTo(time)
                            .isEqualTo(of(period, zone).cellStart(time));
                    assertThat(one.cellEnd(time)).isGreaterThan(time);
                    assertThat(one.cellStart(one.cellEnd(time))).isEqualTo(one.cellEnd(time));
                    assertThat(one.start(one.cellEnd(time), 0)).isEqualTo(one.cellStart(time));
                    assertThat(one.cellEnd(time) - one.cellStart(time)).isLessThanOrEqualTo(one.cellMillis());
                }
            }
        }
    }

    /** After 00:01 the clock of St. John's fell back by an hour: the same date twice; Apia had no 30th of December. */
    @ParameterizedTest
    @CsvSource({
        "America/St_Johns,    2010-11-07T02:30:00Z, 2010-11-06T02:30:00Z, 2010-11-07T02:30:00Z, 2010-11-08T03:30:00Z",
        "America/St_Johns,    2010-11-07T02:45:00Z, 2010-11-06T02:30:00Z, 2010-11-07T02:30:00Z, 2010-11-08T03:30:00Z",
        "Pacific/Apia,        2011-12-30T10:00:00Z, 2011-12-29T10:00:00Z, 2011-12-30T10:00:00Z, 2011-12-31T10:00:00Z",
        "Australia/Lord_Howe, 2026-04-04T20:00:00Z, 2026-04-03T13:00:00Z, 2026-04-04T13:00:00Z, 2026-04-05T13:30:00Z",
        "America/Sao_Paulo,   2018-11-04T03:00:00Z, 2018-11-03T03:00:00Z, 2018-11-04T03:00:00Z, 2018-11-05T02:00:00Z"
    })
    void odd_days(String zone, String time, String before, String start, String end) {
        CalendarWindow window = of(CalendarPeriod.DAY, zone);
        assertThat(window.cellStart(at(time))).isEqualTo(at(start));
        assertThat(window.cellEnd(at(time))).isEqualTo(at(end));
        assertThat(window.cellStart(at(start) - 1)).isEqualTo(at(before));
    }

    @Test
    void a_period_of_the_unit_meets_no_more_windows_than_it_says() {
        long day = Duration.ofDays(1).toMillis();
        for (String zone : ZONES) {
            CalendarWindow window = of(CalendarPeriod.DAY, zone);
            for (long from = at("2000-01-01T00:00:00Z"); from < at("2030-01-01T00:00:00Z"); from += day) {
                long others = window.cells(window.cellEnd(from), window.cellEnd(from + day - 1));
                assertThat(1 + others).isLessThanOrEqualTo(window.mostCells(day));
            }
        }
    }

    /** A local day meets two days of UTC, but in UTC itself; a week of seven meets eight, and a month of 31 32. */
    @ParameterizedTest
    @CsvSource({
        "UTC, DAY, 1",
        "UTC, MONTH, 31",
        "Europe/Berlin, DAY, 2",
        "Asia/Kolkata, DAY, 2",
        "Asia/Kolkata, WEEK, 8",
        "America/New_York, MONTH, 32"
    })
    void a_window_meets_the_periods_that_it_says(String zone, CalendarPeriod period, long most) {
        assertThat(of(period, zone).mostPeriods(Duration.ofDays(1).toMillis())).isEqualTo(most);
    }

    @Test
    void a_window_of_a_fixed_length_meets_the_periods_that_it_says() {
        long day = Duration.ofDays(1).toMillis();
        TumblingWindow week = TumblingWindow.of(Duration.ofDays(7));
        assertThat(week.mostPeriods(day)).isEqualTo(7);
        assertThat(week.startingAfter(Duration.ofDays(4)).mostPeriods(day)).isEqualTo(7);
        assertThat(week.startingAfter(Duration.ofHours(4)).mostPeriods(day)).isEqualTo(8);
        TumblingWindow hour = TumblingWindow.of(Duration.ofHours(1));
        assertThat(hour.mostPeriods(day)).isEqualTo(1);
        assertThat(hour.startingAfter(Duration.ofMinutes(30)).mostPeriods(day)).isEqualTo(2);
        assertThat(TumblingWindow.of(Duration.ofHours(7)).mostPeriods(day)).isEqualTo(2);
        assertThat(TumblingWindow.of(Duration.ofHours(50)).mostPeriods(day)).isEqualTo(4);
    }

    /** Weeks and months begin with a day and with no multiple of their own length. */
    @ParameterizedTest
    @CsvSource({
        "1h, USER_PER_WEEK, 168, 1",
        "1h, USER_PER_MONTH, 744, 1",
        "1d, USER_PER_MONTH, 31, 1",
        "7d, USER_PER_WEEK, 2, 2",
        "14d, USER_PER_WEEK, 2, 3",
        "31d, USER_PER_MONTH, 2, 3",
        "1d, USER_PER_DAY, 1, 1",
        "36h, USER_PER_DAY, 2, 3"
    })
    void cells_of_a_period_and_periods_of_a_cell_are_no_more_than_said(
            String size, UnitKind kind, long mostCells, long mostPeriods) {
        PrivacyUnit unit = PrivacyUnit.of(kind);
        Window window = TumblingWindow.of(Duration.parse(
                size.endsWith("d") ? "P" + size.toUpperCase(Locale.ROOT) : "PT" + size.toUpperCase(Locale.ROOT)));
        assertThat(window.mostCells(unit)).isEqualTo(mostCells);
        assertThat(window.mostPeriods(unit)).isEqualTo(mostPeriods);
        long start = Instant.parse("2015-01-01T00:00:00Z").toEpochMilli();
        long until = Instant.parse("2030-01-01T00:00:00Z").toEpochMilli();
        for (long period = unit.period(start); unit.periodStart(period) < until; period++) {
            long cells = 0;
            long end = unit.periodStart(period);
            for (; end < unit.periodEnd(period); end = window.cellEnd(end)) {
                cells++;
            }
            assertThat(cells).isLessThanOrEqualTo(mostCells);
        }
        for (long cell = window.cellStart(start); cell < until; cell = window.cellEnd(cell)) {
            assertThat(unit.period(window.cellEnd(cell) - 1) - unit.period(cell) + 1)
                    .isLessThanOrEqualTo(mostPeriods);
        }
    }

    @Test
    void a_week_of_a_zone_meets_two_weeks_in_utc_and_a_month_of_it_six_or_seven() {
        Window week = of(CalendarPeriod.WEEK, "Europe/Berlin");
        assertThat(week.mostPeriods(PrivacyUnit.USER_PER_WEEK)).isEqualTo(2);
        assertThat(of(CalendarPeriod.MONTH, "Europe/Berlin").mostPeriods(PrivacyUnit.USER_PER_WEEK))
                .isEqualTo(6);
        assertThat(of(CalendarPeriod.MONTH, "UTC").mostPeriods(PrivacyUnit.USER_PER_MONTH))
                .isEqualTo(1);
    }

    @Test
    void times_at_the_ends_of_long_do_not_jump_to_the_other_end() {
        for (CalendarPeriod period : CalendarPeriod.values()) {
            CalendarWindow window = of(period, "Europe/Berlin");
            assertThat(window.cellStart(Long.MIN_VALUE)).isEqualTo(Long.MIN_VALUE);
            assertThat(window.cellEnd(Long.MIN_VALUE)).isNegative();
            assertThat(window.cellEnd(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
            assertThat(window.cellStart(Long.MAX_VALUE)).isPositive();
        }
    }

    private static final ZoneOffset WINTER = ZoneOffset.ofHours(1);

    /** Days of a zone whose clocks are put forward once, on a day of March. */
    private static CalendarWindow changing(int year) {
        LocalDateTime time = LocalDateTime.of(LocalDate.of(year, Month.MARCH, 31), LocalTime.of(2, 0));
        ZoneOffsetTransition change = ZoneOffsetTransition.of(time, WINTER, ZoneOffset.ofHours(2));
        ZoneRules rules = ZoneRules.of(WINTER, WINTER, List.of(), List.of(change), List.of());
        return new CalendarWindow(CalendarPeriod.DAY, PinnedZone.of("Europe/Berlin", rules));
    }

    @Test
    void a_copy_that_was_sent_to_a_worker_means_the_same() throws Exception {
        CalendarWindow window = of(CalendarPeriod.DAY, "Europe/Berlin");
        CalendarWindow copy = InstantiationUtil.clone(window);
        assertThat(copy).isEqualTo(window);
        assertThat(copy.cellEnd(at("2026-03-29T12:00:00Z"))).isEqualTo(at("2026-03-29T22:00:00Z"));
        assertThat(copy.identity().bytes()).isEqualTo(window.identity().bytes());
    }

    /** Rules that differ in one change of clocks are another meaning, whenever it is. */
    @Test
    void what_a_window_means_is_in_its_identity() {
        List<CalendarWindow> windows = List.of(
                of(CalendarPeriod.DAY, "Europe/Berlin"),
                of(CalendarPeriod.DAY, "Europe/Paris"),
                of(CalendarPeriod.WEEK, "Europe/Berlin"),
                new CalendarWindow(CalendarPeriod.DAY, PinnedZone.of("Europe/Berlin", ZoneRules.of(WINTER))),
                changing(1946),
                changing(2030),
                changing(2031));
        assertThat(windows).doesNotHaveDuplicates();
        assertThat(windows)
                .extracting(one -> ByteBuffer.wrap(one.identity().bytes()))
                .doesNotHaveDuplicates();
    }

    @Test
    void a_zone_that_does_not_exist_is_refused_without_its_name() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PinnedZone.of("Europe/Atlantis"))
                .withMessage("zone must be a zone of the tz database, such as Europe/Berlin");
    }

    /** 1970-01-01 was a Thursday. */
    @Test
    void an_offset_moves_windows() {
        TumblingWindow weeks = TumblingWindow.of(Duration.ofDays(7)).startingAfter(Duration.ofDays(4));
        long monday = at("2026-03-02T00:00:00Z");
        assertThat(weeks.cellStart(monday + 1)).isEqualTo(monday);
        assertThat(weeks.cellEnd(monday - 1)).isEqualTo(monday);
        assertThat(weeks.cellStart(-1)).isEqualTo(at("1969-12-29T00:00:00Z"));
        assertThat(weeks.cellEnd(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
        assertThat(weeks.cellStart(Long.MIN_VALUE)).isEqualTo(Long.MIN_VALUE);
        assertThat(weeks.identity().bytes())
                .isNotEqualTo(TumblingWindow.of(Duration.ofDays(7)).identity().bytes());
        TumblingWindow late = TumblingWindow.of(Duration.ofDays(1)).startingAfter(Duration.ofHours(1));
        assertThat(late.mostCells(Duration.ofDays(1).toMillis())).isEqualTo(3);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TumblingWindow.of(Duration.ofHours(1)).startingAfter(Duration.ofHours(1)));
    }
}
