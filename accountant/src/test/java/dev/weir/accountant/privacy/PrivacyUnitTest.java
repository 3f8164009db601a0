package dev.weir.accountant.privacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.weir.accountant.calendar.OtherRules;
import dev.weir.accountant.calendar.PinnedZone;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class PrivacyUnitTest {

    @RepeatedTest(100)
    void days_and_hours_are_those_of_the_calendar_in_utc_before_and_after_1970(RepetitionInfo run) {
        SplittableRandom random = new SplittableRandom(run.getCurrentRepetition());
        Instant time = Instant.ofEpochMilli(random.nextLong(-4_000_000_000_000L, 4_000_000_000_000L));
        long day = time.atZone(ZoneOffset.UTC).toLocalDate().toEpochDay();
        long hourEnd =
                time.truncatedTo(ChronoUnit.HOURS).plus(1, ChronoUnit.HOURS).toEpochMilli();
        assertThat(PrivacyUnit.USER_PER_DAY.period(time.toEpochMilli())).isEqualTo(day);
        long hour = PrivacyUnit.USER_PER_HOUR.period(time.toEpochMilli());
        assertThat(PrivacyUnit.USER_PER_HOUR.periodEnd(hour)).isEqualTo(hourEnd);
    }

    @Test
    void the_last_millisecond_belongs_to_the_period_and_its_end_to_the_next() {
        for (PrivacyUnit unit : new PrivacyUnit[] {PrivacyUnit.USER_PER_DAY, PrivacyUnit.USER_PER_HOUR}) {
            for (long period : new long[] {-2, -1, 0, 1, 16_690}) {
                long end = unit.periodEnd(period);
                assertThat(unit.period(end - 1)).isEqualTo(period);
                assertThat(unit.period(end)).isEqualTo(period + 1);
            }
        }
    }

    @Test
    void a_period_begins_where_the_one_before_it_ends_and_is_named_by_its_date() {
        assertThat(PrivacyUnit.USER_PER_DAY.periodStart(20_000)).isEqualTo(PrivacyUnit.USER_PER_DAY.periodEnd(19_999));
        assertThat(PrivacyUnit.USER_PER_DAY.periodName(20_000)).isEqualTo("2024-10-04");
        assertThat(PrivacyUnit.USER_PER_DAY.periodName(-1)).isEqualTo("1969-12-31");
        assertThat(PrivacyUnit.USER_PER_HOUR.periodName(24 * 20_000 + 7)).isEqualTo("2024-10-04T07:00Z");
        assertThat(PrivacyUnit.EVENT.periodName(0)).isEqualTo("all");
        assertThat(PrivacyUnit.USER_PER_DAY.periodStart(Long.MIN_VALUE)).isEqualTo(Long.MIN_VALUE);
        assertThat(PrivacyUnit.USER_PER_DAY.periodName(Long.MAX_VALUE)).isEqualTo("9223372036854775807");
        assertThat(PrivacyUnit.USER_PER_DAY.words()).isEqualTo("user-per-day");
    }

    @RepeatedTest(100)
    void weeks_from_monday_and_months_are_those_of_the_calendar_in_utc(RepetitionInfo run) {
        SplittableRandom random = new SplittableRandom(run.getCurrentRepetition());
        Instant time = Instant.ofEpochMilli(random.nextLong(-4_000_000_000_000L, 4_000_000_000_000L));
        LocalDate date = time.atZone(ZoneOffset.UTC).toLocalDate();
        LocalDate monday = date.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
        assertPeriod(PrivacyUnit.USER_PER_WEEK, time, monday, monday.plusDays(7));
        LocalDate first = date.withDayOfMonth(1);
        assertPeriod(PrivacyUnit.USER_PER_MONTH, time, first, first.plusMonths(1));
    }

    private static void assertPeriod(PrivacyUnit unit, Instant time, LocalDate from, LocalDate until) {
        long period = unit.period(time.toEpochMilli());
        assertThat(unit.periodStart(period)).isEqualTo(midnight(from));
        assertThat(unit.periodEnd(period)).isEqualTo(midnight(until)).isEqualTo(unit.periodStart(period + 1));
        assertThat(unit.period(midnight(until))).isEqualTo(period + 1);
        assertThat(unit.lastPeriod(midnight(until))).isEqualTo(period);
        assertThat(unit.longestMillis()).isGreaterThanOrEqualTo(midnight(until) - midnight(from));
        assertThat(unit.shortestMillis()).isLessThanOrEqualTo(midnight(until) - midnight(from));
    }

    private static long midnight(LocalDate date) {
        return date.atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli();
    }

    @Test
    void a_week_and_a_month_are_named_as_in_iso_8601() {
        long newYear = midnight(LocalDate.parse("2027-01-01"));
        assertThat(PrivacyUnit.USER_PER_WEEK.periodName(PrivacyUnit.USER_PER_WEEK.period(newYear)))
                .isEqualTo("2026-W53");
        assertThat(PrivacyUnit.USER_PER_WEEK.periodName(0)).isEqualTo("1970-W01");
        assertThat(PrivacyUnit.USER_PER_MONTH.periodName(PrivacyUnit.USER_PER_MONTH.period(newYear)))
                .isEqualTo("2027-01");
        assertThat(PrivacyUnit.USER_PER_MONTH.words()).isEqualTo("user-per-month");
    }

    /** Open intervals of spending end with the largest number, and an adoption that closes nothing has the smallest. */
    @Test
    void numbers_and_times_at_the_ends_of_a_long_have_no_start_and_no_end() {
        for (PrivacyUnit unit : List.of(
                PrivacyUnit.USER_PER_WEEK, PrivacyUnit.USER_PER_MONTH, PrivacyUnit.USER_PER_DAY.in("Asia/Kolkata"))) {
            assertThat(unit.periodEnd(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
            assertThat(unit.periodStart(Long.MAX_VALUE)).isEqualTo(Long.MIN_VALUE);
            assertThat(unit.periodStart(Long.MIN_VALUE)).isEqualTo(Long.MIN_VALUE);
            assertThat(unit.periodName(Long.MAX_VALUE)).isEqualTo("9223372036854775807");
            assertThat(unit.periodEnd(unit.period(Long.MAX_VALUE))).isEqualTo(Long.MAX_VALUE);
            assertThat(unit.period(Long.MIN_VALUE)).isNegative();
            assertThat(unit.lastPeriod(Long.MIN_VALUE)).isEqualTo(Long.MIN_VALUE);
        }
    }

    @Test
    void a_unit_without_a_period_lives_for_ever() {
        for (PrivacyUnit unit : new PrivacyUnit[] {PrivacyUnit.USER, PrivacyUnit.EVENT}) {
            assertThat(unit.isPeriodic()).isFalse();
            assertThat(unit.period(-5)).isEqualTo(unit.period(Long.MAX_VALUE));
            assertThat(unit.periodEnd(0)).isEqualTo(Long.MAX_VALUE);
        }
    }

    @Test
    void the_last_period_that_a_long_can_name_does_not_end_before_it_begins() {
        PrivacyUnit unit = PrivacyUnit.USER_PER_DAY;
        assertThat(unit.periodEnd(unit.period(Long.MAX_VALUE))).isEqualTo(Long.MAX_VALUE);
    }

    /** Otherwise a record would be in no account or in two. The zones change their clocks at midnight, twice a year, by half an hour, or leave a date out. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Europe/Berlin",
                "Asia/Kolkata",
                "America/St_Johns",
                "Australia/Lord_Howe",
                "Pacific/Apia",
                "Africa/Cairo"
            })
    void every_event_time_is_in_one_period_of_a_zone(String zone) {
        SplittableRandom random = new SplittableRandom(43);
        for (PrivacyUnit utc :
                List.of(PrivacyUnit.USER_PER_DAY, PrivacyUnit.USER_PER_WEEK, PrivacyUnit.USER_PER_MONTH)) {
            PrivacyUnit unit = utc.in(zone);
            for (int i = 0; i < 2000; i++) {
                long time = random.nextLong(-1_000_000_000_000L, 3_000_000_000_000L);
                long period = unit.period(time);
                long start = unit.periodStart(period);
                long end = unit.periodEnd(period);
                assertThat(time).isBetween(start, end - 1);
                assertThat(unit.period(start)).isEqualTo(period);
                assertThat(unit.period(end - 1)).isEqualTo(period);
                assertThat(unit.periodEnd(period - 1)).isEqualTo(start);
                assertThat(unit.periodStart(period + 1)).isEqualTo(end);
                assertThat(end - start).isBetween(unit.shortestMillis(), unit.longestMillis());
            }
        }
    }

    /** From the rules of the zones, by hand: Kolkata is five and a half hours ahead, Berlin one and in summer two. */
    @ParameterizedTest
    @CsvSource({
        "USER_PER_DAY, Asia/Kolkata, 2015-09-12T18:29:59.999Z, 2015-09-12, 2015-09-11T18:30:00Z",
        "USER_PER_DAY, Asia/Kolkata, 2015-09-12T18:30:00Z, 2015-09-13, 2015-09-12T18:30:00Z",
        "USER_PER_DAY, Europe/Berlin, 2026-03-29T21:59:59Z, 2026-03-29, 2026-03-28T23:00:00Z",
        "USER_PER_WEEK, Europe/Berlin, 2011-03-28T00:00:00Z, 2011-W13, 2011-03-27T22:00:00Z",
        "USER_PER_MONTH, Europe/Berlin, 2026-03-31T22:00:00Z, 2026-04, 2026-03-31T22:00:00Z"
    })
    void a_record_is_in_the_local_period_that_holds_its_time(
            UnitKind kind, String zone, Instant time, String name, Instant start) {
        PrivacyUnit unit = PrivacyUnit.of(kind).in(zone);
        long period = unit.period(time.toEpochMilli());
        assertThat(unit.periodName(period)).isEqualTo(name);
        assertThat(Instant.ofEpochMilli(unit.periodStart(period))).isEqualTo(start);
        assertThat(unit.zonedWords()).isEqualTo(unit.words() + " of " + zone);
    }

    @Test
    void units_are_equal_only_if_their_zones_have_the_same_rules() {
        PrivacyUnit berlin = PrivacyUnit.USER_PER_DAY.in("Europe/Berlin");
        PinnedZone newer = PinnedZone.of(
                "Europe/Berlin", OtherRules.withoutChangesFrom("Europe/Berlin", Instant.parse("2027-01-01T00:00:00Z")));
        assertThat(berlin).isEqualTo(PrivacyUnit.USER_PER_DAY.in("Europe/Berlin"));
        assertThat(berlin).isNotEqualTo(PrivacyUnit.USER_PER_DAY).isNotEqualTo(PrivacyUnit.USER_PER_DAY.in(newer));
        assertThat(berlin).isNotEqualTo(PrivacyUnit.USER_PER_WEEK.in("Europe/Berlin"));
        assertThat(berlin.isNamedAs(PrivacyUnit.USER_PER_DAY.in(newer))).isTrue();
        assertThat(berlin.isNamedAs(PrivacyUnit.USER_PER_DAY)).isFalse();
        assertThat(PrivacyUnit.USER_PER_DAY.in("Etc/UTC")).isEqualTo(PrivacyUnit.USER_PER_DAY);
        assertThat(PrivacyUnit.USER_PER_DAY.in("GMT").zonedWords()).isEqualTo("user-per-day");
    }

    @Test
    void a_unit_that_comes_from_another_process_is_the_same() throws Exception {
        for (PrivacyUnit unit : List.of(PrivacyUnit.EVENT, PrivacyUnit.USER_PER_MONTH.in("Europe/Berlin"))) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                out.writeObject(unit);
            }
            try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
                assertThat(in.readObject()).isEqualTo(unit).hasSameHashCodeAs(unit);
            }
        }
    }

    @Test
    void only_days_weeks_and_months_are_those_of_a_zone() {
        for (PrivacyUnit unit : List.of(PrivacyUnit.USER, PrivacyUnit.USER_PER_HOUR, PrivacyUnit.EVENT)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> unit.in("Europe/Berlin"))
                    .withMessageContaining("of a day, a week or a month");
            assertThat(unit.otherZone()).isEmpty();
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PrivacyUnit.USER_PER_DAY.in("Europe/Atlantis"))
                .withMessageNotContaining("Atlantis");
    }
}
