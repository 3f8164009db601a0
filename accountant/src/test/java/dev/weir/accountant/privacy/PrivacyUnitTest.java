package dev.weir.accountant.privacy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

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
}
