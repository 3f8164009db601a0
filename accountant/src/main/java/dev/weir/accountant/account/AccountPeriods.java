package dev.weir.accountant.account;

import dev.weir.accountant.calendar.CalendarPeriod;
import dev.weir.accountant.calendar.PeriodCalendar;
import dev.weir.accountant.calendar.PinnedZone;
import dev.weir.accountant.privacy.InvalidParameter;
import dev.weir.accountant.privacy.Require;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The periods of the accounts of keys: of one length, aligned to the epoch in UTC, or days, weeks or months of a zone. Like a window, a
 * period is an interval of event time, and periods follow one another without a gap.
 *
 * @param millis the length of a period in milliseconds, at least 1; 0 if periods are those of a calendar
 * @param calendar the calendar; null if periods have one length
 */
public record AccountPeriods(long millis, @Nullable PeriodCalendar calendar) implements Serializable {

    /** @throws InvalidParameter if there is neither a length of at least 1 ms nor a calendar, or both */
    public AccountPeriods {
        Require.that(
                calendar == null ? millis >= 1 : millis == 0, "period", ">= 1 ms, or of a calendar", millis + " ms");
    }

    /**
     * Periods of one length.
     *
     * @param millis the length of a period in milliseconds, at least 1
     */
    public static AccountPeriods ofMillis(long millis) {
        return new AccountPeriods(millis, null);
    }

    /**
     * Days, weeks or months of a zone. Days of UTC are periods of one length.
     *
     * @param period which of the three
     * @param zone the zone, with its rules
     */
    public static AccountPeriods of(CalendarPeriod period, PinnedZone zone) {
        return period == CalendarPeriod.DAY && zone.isUtc()
                ? ofMillis(86_400_000L)
                : new AccountPeriods(0, new PeriodCalendar(period, zone));
    }

    /**
     * The periods with a number.
     *
     * @param code what {@link #code} has returned
     * @param zone the zone of a calendar
     * @throws InvalidParameter if no periods have the number
     */
    public static AccountPeriods of(long code, PinnedZone zone) {
        requireCode(code);
        return code > 0 ? ofMillis(code) : of(period(code).orElseThrow(), zone);
    }

    /**
     * Refuses a number that no periods have.
     *
     * @param code the number
     * @throws InvalidParameter if no periods have the number
     */
    public static void requireCode(long code) {
        Require.that(code >= 1 || period(code).isPresent(), "period in milliseconds", ">= 1", code);
    }

    private static Optional<CalendarPeriod> period(long code) {
        return Arrays.stream(CalendarPeriod.values())
                .filter(period -> period.code() == -code)
                .findFirst();
    }

    /** The number of these periods in a ledger, which does not name the zone: the length, or minus the number of the calendar's period. */
    public long code() {
        return calendar == null ? millis : -calendar.period().code();
    }

    /** The zone of a calendar; empty if periods have one length. */
    public Optional<PinnedZone> zone() {
        return Optional.ofNullable(calendar).map(PeriodCalendar::zone);
    }

    /**
     * Returns periods of this calendar in another zone. Periods of one length stay as they are.
     *
     * @param zone the other zone, with its rules
     */
    public AccountPeriods in(PinnedZone zone) {
        return calendar == null ? this : of(calendar.period(), zone);
    }

    /**
     * The start of the period that holds a time, epoch milliseconds.
     *
     * @param time epoch milliseconds
     */
    public long start(long time) {
        return calendar == null ? Math.floorDiv(time, millis) * millis : calendar.start(calendar.at(time));
    }
}
