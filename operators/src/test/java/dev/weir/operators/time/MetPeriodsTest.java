package dev.weir.operators.time;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.calendar.CalendarPeriod;
import dev.weir.accountant.calendar.PinnedZone;
import dev.weir.accountant.privacy.PrivacyUnit;
import java.time.Duration;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** How many local periods a window meets, and a period windows: counted by hand from the zones' clocks. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class MetPeriodsTest {

    private static final PrivacyUnit BERLIN_DAY = PrivacyUnit.USER_PER_DAY.in("Europe/Berlin");
    private static final PrivacyUnit KOLKATA_DAY = PrivacyUnit.USER_PER_DAY.in("Asia/Kolkata");
    private static final PrivacyUnit BERLIN_WEEK = PrivacyUnit.USER_PER_WEEK.in("Europe/Berlin");
    private static final Window HOUR = new TumblingWindow(Duration.ofHours(1).toMillis());
    private static final Window DAY = new TumblingWindow(Duration.ofDays(1).toMillis());

    private static Window calendar(CalendarPeriod period, String zone) {
        return Window.calendar(period, PinnedZone.of(zone));
    }

    @Test
    void a_window_meets_the_periods_that_hold_its_ends_and_all_between() {
        assertThat(HOUR.mostPeriods(BERLIN_DAY)).isOne();
        assertThat(HOUR.mostPeriods(KOLKATA_DAY)).isEqualTo(2);
        assertThat(DAY.mostPeriods(BERLIN_DAY)).isEqualTo(2);
        assertThat(DAY.mostPeriods(BERLIN_WEEK)).isEqualTo(2);
        assertThat(calendar(CalendarPeriod.DAY, "Europe/Berlin").mostPeriods(BERLIN_DAY))
                .isOne();
        assertThat(calendar(CalendarPeriod.DAY, "Europe/Berlin").mostPeriods(BERLIN_WEEK))
                .isOne();
        assertThat(calendar(CalendarPeriod.DAY, "Asia/Kolkata").mostPeriods(BERLIN_DAY))
                .isEqualTo(2);
        assertThat(calendar(CalendarPeriod.MONTH, "UTC").mostPeriods(BERLIN_DAY))
                .isEqualTo(32);
        assertThat(calendar(CalendarPeriod.MONTH, "Europe/Berlin").mostPeriods(BERLIN_WEEK))
                .isEqualTo(6);
    }

    /** 25 hours of Berlin in October; 24 of Kolkata, of which the first and the last are shared. */
    @Test
    void a_period_meets_the_windows_that_hold_its_ends_and_all_between() {
        assertThat(HOUR.mostCells(BERLIN_DAY)).isEqualTo(25);
        assertThat(HOUR.mostCells(KOLKATA_DAY)).isEqualTo(25);
        assertThat(DAY.mostCells(BERLIN_WEEK)).isEqualTo(8);
        assertThat(calendar(CalendarPeriod.DAY, "Europe/Berlin").mostCells(BERLIN_WEEK))
                .isEqualTo(7);
        assertThat(calendar(CalendarPeriod.MONTH, "Europe/Berlin").mostCells(BERLIN_WEEK))
                .isEqualTo(2);
    }
}
