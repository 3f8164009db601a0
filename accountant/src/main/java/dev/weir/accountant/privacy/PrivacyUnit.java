package dev.weir.accountant.privacy;

import dev.weir.accountant.calendar.CalendarPeriod;
import dev.weir.accountant.calendar.PeriodCalendar;
import dev.weir.accountant.calendar.PinnedZone;
import java.util.GregorianCalendar;
import java.util.Locale;
import java.util.TimeZone;
import org.jspecify.annotations.Nullable;

/**
 * The privacy unit, whose contribution a guarantee hides. Two streams are neighbours when they have the same slots and
 * the records of one privacy unit are replaced by empty slots (zero-out adjacency). There is no default, because a
 * guarantee must name its unit.
 *
 * <p>Periods are calendar periods in UTC: half-open intervals of event time that follow one another without a gap, so that every event
 * time lies in exactly one of them. They are numbered in their order; the one that holds 1970-01-01 has the number 0. An account is kept
 * for each user and number. Guarantees are about one period, and what a user does in several of them is several units.
 */
public enum PrivacyUnit {
    /** One user over the whole life of a domain. */
    USER(Long.MAX_VALUE, Long.MAX_VALUE),
    /** One user in the UTC day that contains the record's event time. */
    USER_PER_DAY(86_400_000L, 86_400_000L),
    /** One user in the UTC hour that contains the record's event time. */
    USER_PER_HOUR(3_600_000L, 3_600_000L),
    /** One user in the week, from Monday to Sunday in UTC, that contains the record's event time. */
    USER_PER_WEEK(CalendarPeriod.WEEK),
    /** One user in the month, in UTC, that contains the record's event time. */
    USER_PER_MONTH(CalendarPeriod.MONTH),
    /** One record. */
    EVENT(Long.MAX_VALUE, Long.MAX_VALUE);

    /** Numbers of weeks and months beyond this one count as beyond the times that a long can hold: 5e7 years of weeks, 2e8 of months. */
    private static final long MOST_PERIODS = 3_000_000_000L;

    private static final PinnedZone UTC = PinnedZone.of("UTC");

    private final long longest;
    private final long shortest;
    private final @Nullable CalendarPeriod dates;

    PrivacyUnit(long longest, long shortest) {
        this.longest = longest;
        this.shortest = shortest;
        this.dates = null;
    }

    PrivacyUnit(CalendarPeriod period) {
        this.longest = period.mostDays() * 86_400_000L;
        this.shortest = period.fewestDays() * 86_400_000L;
        this.dates = period;
    }

    private static PeriodCalendar calendar(CalendarPeriod dates) {
        return new PeriodCalendar(dates, UTC);
    }

    /**
     * The index of the period that contains an event time; 0 for units without periods.
     *
     * @param eventTime the event time in epoch milliseconds, any long
     */
    public long period(long eventTime) {
        if (dates != null) {
            return calendar(dates).at(eventTime);
        }
        return isPeriodic() ? Math.floorDiv(eventTime, longest) : 0;
    }

    /**
     * The index of the last period that a window overlaps. It contains the last instant before the end of the window.
     *
     * @param end the end of the window in epoch milliseconds; {@link Long#MIN_VALUE} if there is no window
     * @return the index; {@link Long#MIN_VALUE} if there is no window
     */
    public long lastPeriod(long end) {
        return end == Long.MIN_VALUE ? Long.MIN_VALUE : period(end - 1);
    }

    /**
     * The first instant after a period.
     *
     * @param period the index of a period
     * @return the instant in epoch milliseconds; {@link Long#MAX_VALUE} for units without periods, or if a long cannot
     *     hold the instant
     */
    public long periodEnd(long period) {
        if (dates != null) {
            return period >= MOST_PERIODS ? Long.MAX_VALUE : calendar(dates).end(Math.max(period, -MOST_PERIODS));
        }
        return isPeriodic() && period < Long.MAX_VALUE / longest ? (period + 1) * longest : Long.MAX_VALUE;
    }

    /**
     * The first instant of a period.
     *
     * @param period the index of a period
     * @return the instant in epoch milliseconds; {@link Long#MIN_VALUE} for units without periods, or if a long cannot
     *     hold the instant
     */
    public long periodStart(long period) {
        long most = dates == null ? Long.MAX_VALUE / longest : MOST_PERIODS;
        if (!isPeriodic() || period < -most || period > most) {
            return Long.MIN_VALUE;
        }
        if (dates == null) {
            return period * longest;
        }
        long start = calendar(dates).start(period);
        return start == Long.MAX_VALUE ? Long.MIN_VALUE : start;
    }

    /** The length of the longest period in milliseconds; {@link Long#MAX_VALUE} for units without periods. */
    public long longestMillis() {
        return longest;
    }

    /** The length of the shortest period in milliseconds; {@link Long#MAX_VALUE} for units without periods. */
    public long shortestMillis() {
        return shortest;
    }

    /** Whether period {@code p} of the one length {@code L} begins {@code p L} milliseconds after the epoch. */
    public boolean isAligned() {
        return isPeriodic() && dates == null;
    }

    /**
     * The date of a period in UTC, for an hourly period with the hour, for others the week or the month.
     *
     * @param period the index of a period
     * @return the date, hour, week or month in ISO 8601; the index if a long cannot hold the time; {@code all} for units without periods
     */
    public String periodName(long period) {
        long start = periodStart(period);
        if (start == Long.MIN_VALUE) {
            return isPeriodic() ? Long.toString(period) : "all";
        }
        if (dates != null) {
            return calendar(dates).name(period);
        }
        GregorianCalendar time = new GregorianCalendar(TimeZone.getTimeZone("UTC"), Locale.ROOT);
        time.setTimeInMillis(start);
        return String.format(Locale.ROOT, this == USER_PER_DAY ? "%tF" : "%1$tFT%1$tRZ", time);
    }

    /** The name of the unit in pipeline files. */
    public String words() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Whether the unit has calendar periods. */
    public boolean isPeriodic() {
        return longest != Long.MAX_VALUE;
    }
}
