package dev.weir.accountant.calendar;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class PeriodCalendarTest {

    private static final long DAY = 86_400_000;

    private static PeriodCalendar calendar(CalendarPeriod period, String zone) {
        return new PeriodCalendar(period, PinnedZone.of(zone));
    }

    /** The lengths were computed by hand from the changes of the zones' clocks. */
    @ParameterizedTest
    @CsvSource({
        "DAY, Europe/Berlin, 2026-03-28T23:00:00Z, PT23H",
        "DAY, Europe/Berlin, 2026-10-24T22:00:00Z, PT25H",
        "DAY, Europe/Berlin, 2026-07-31T22:00:00Z, PT24H",
        "DAY, Asia/Kolkata, 2026-03-28T18:30:00Z, PT24H",
        "DAY, Australia/Lord_Howe, 2026-04-04T13:00:00Z, PT24H30M",
        "WEEK, Europe/Berlin, 2026-03-22T23:00:00Z, PT167H",
        "SUNDAY_WEEK, Europe/Berlin, 2026-10-24T22:00:00Z, PT169H",
        "WEEK, Pacific/Apia, 2011-12-26T10:00:00Z, PT144H",
        "MONTH, Europe/Berlin, 2026-01-31T23:00:00Z, PT672H",
        "MONTH, Europe/Berlin, 2028-01-31T23:00:00Z, PT696H",
        "MONTH, Europe/Berlin, 2026-02-28T23:00:00Z, PT743H",
        "MONTH, Europe/Berlin, 2026-09-30T22:00:00Z, PT745H",
        "MONTH, UTC, 2026-04-01T00:00:00Z, PT720H"
    })
    void a_period_is_as_long_as_its_dates_are_in_the_zone(
            CalendarPeriod period, String zone, Instant start, Duration length) {
        PeriodCalendar calendar = calendar(period, zone);
        long number = calendar.at(start.toEpochMilli());
        assertThat(Instant.ofEpochMilli(calendar.start(number))).isEqualTo(start);
        assertThat(Duration.ofMillis(calendar.end(number) - calendar.start(number)))
                .isEqualTo(length);
        assertThat(calendar.at(calendar.end(number) - 1)).isEqualTo(number);
        assertThat(calendar.at(calendar.start(number) - 1)).isEqualTo(number - 1);
    }

    /** Otherwise a record would be in no period or in two, or one person's period would have two accounts. */
    @ParameterizedTest
    @CsvSource({
        "Europe/Berlin",
        "Asia/Kolkata",
        "America/St_Johns",
        "Australia/Lord_Howe",
        "Africa/Cairo",
        "America/Sao_Paulo"
    })
    void every_instant_is_in_one_period_and_periods_follow_one_another(String zone) {
        SplittableRandom random = new SplittableRandom(40);
        for (CalendarPeriod period : CalendarPeriod.values()) {
            PeriodCalendar calendar = calendar(period, zone);
            for (int i = 0; i < 2000; i++) {
                long time = random.nextLong(-40 * 365 * DAY, 60 * 365 * DAY);
                long number = calendar.at(time);
                assertThat(calendar.start(number)).isLessThanOrEqualTo(time);
                assertThat(calendar.end(number)).isGreaterThan(time).isEqualTo(calendar.start(number + 1));
            }
        }
    }

    /** At 00:01 the clocks of St. John's went back to 23:01 of the day before, whose local date then came again. */
    @Test
    void where_midnight_is_there_twice_the_date_begins_once() {
        PeriodCalendar days = calendar(CalendarPeriod.DAY, "America/St_Johns");
        long start = Instant.parse("2010-11-07T02:30:00Z").toEpochMilli();
        long number = days.at(start);
        assertThat(days.date(number)).isEqualTo(LocalDate.parse("2010-11-07"));
        assertThat(days.at(start - 1)).isEqualTo(number - 1);
        for (long minute = 0; minute < 25 * 60; minute++) {
            assertThat(days.at(start + minute * 60_000)).isEqualTo(number);
        }
        assertThat(days.end(number)).isEqualTo(start + 25 * 3_600_000L);
    }

    @Test
    void a_date_that_a_zone_leaves_out_keeps_its_number_and_has_no_instant() {
        PeriodCalendar days = calendar(CalendarPeriod.DAY, "Pacific/Apia");
        long before = days.at(Instant.parse("2011-12-29T12:00:00Z").toEpochMilli());
        assertThat(days.date(before)).isEqualTo(LocalDate.parse("2011-12-29"));
        assertThat(days.start(before + 1)).isEqualTo(days.end(before + 1)).isEqualTo(days.end(before));
        assertThat(days.at(days.end(before))).isEqualTo(before + 2);
    }

    /** The numbers of UTC days are those that ledgers and states have had from the beginning. */
    @Test
    void days_in_utc_have_the_numbers_of_whole_days_since_the_epoch() {
        PeriodCalendar days = calendar(CalendarPeriod.DAY, "UTC");
        SplittableRandom random = new SplittableRandom(41);
        for (int i = 0; i < 2000; i++) {
            long time = random.nextLong(-100 * 365 * DAY, 200 * 365 * DAY);
            assertThat(days.at(time)).isEqualTo(Math.floorDiv(time, DAY));
            assertThat(days.start(days.at(time))).isEqualTo(Math.floorDiv(time, DAY) * DAY);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "WEEK, 1969-12-29, -1, 1969-12-22",
        "SUNDAY_WEEK, 1969-12-28, 1, 1970-01-04",
        "MONTH, 1970-01-01, 25, 1972-02-01"
    })
    void periods_count_from_the_one_that_holds_the_epoch(
            CalendarPeriod period, LocalDate first, long number, LocalDate date) {
        PeriodCalendar calendar = calendar(period, "UTC");
        assertThat(calendar.at(0)).isZero();
        assertThat(calendar.date(0)).isEqualTo(first);
        assertThat(calendar.date(number)).isEqualTo(date);
        assertThat(calendar.at(calendar.start(number))).isEqualTo(number);
    }
}
