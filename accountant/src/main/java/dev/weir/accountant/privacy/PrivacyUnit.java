package dev.weir.accountant.privacy;

import dev.weir.accountant.calendar.CalendarPeriod;
import dev.weir.accountant.calendar.PeriodCalendar;
import dev.weir.accountant.calendar.PinnedZone;
import java.io.Serializable;
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
 *
 * <p>Units are compared by {@link #equals}.
 */
public final class PrivacyUnit implements Serializable {

    private static final long serialVersionUID = 1L;

    /** Numbers of weeks and months beyond this one count as beyond the times that a long can hold: 5e7 years of weeks, 2e8 of months. */
    private static final long MOST_PERIODS = 3_000_000_000L;

    private static final PinnedZone UTC = PinnedZone.of("UTC");

    /** One user over the whole life of a domain. */
    public static final PrivacyUnit USER = new PrivacyUnit(UnitKind.USER);

    /** One user in the UTC day that contains the record's event time. */
    public static final PrivacyUnit USER_PER_DAY = new PrivacyUnit(UnitKind.USER_PER_DAY);

    /** One user in the UTC hour that contains the record's event time. */
    public static final PrivacyUnit USER_PER_HOUR = new PrivacyUnit(UnitKind.USER_PER_HOUR);

    /** One user in the week, from Monday to Sunday in UTC, that contains the record's event time. */
    public static final PrivacyUnit USER_PER_WEEK = new PrivacyUnit(UnitKind.USER_PER_WEEK);

    /** One user in the month, in UTC, that contains the record's event time. */
    public static final PrivacyUnit USER_PER_MONTH = new PrivacyUnit(UnitKind.USER_PER_MONTH);

    /** One record. */
    public static final PrivacyUnit EVENT = new PrivacyUnit(UnitKind.EVENT);

    private final UnitKind kind;
    private final boolean isAligned;
    private final @Nullable PeriodCalendar calendar;

    private PrivacyUnit(UnitKind kind) {
        CalendarPeriod dates = kind.dates().orElse(null);
        this.kind = kind;
        this.isAligned = kind.longestMillis() != Long.MAX_VALUE && (dates == null || dates == CalendarPeriod.DAY);
        this.calendar = dates == null || isAligned ? null : new PeriodCalendar(dates, UTC);
    }

    /**
     * The unit of a kind, with periods in UTC.
     *
     * @param kind what is one unit
     */
    public static PrivacyUnit of(UnitKind kind) {
        return new PrivacyUnit(kind);
    }

    /** What is one unit. */
    public UnitKind kind() {
        return kind;
    }

    /** Whether every record is a unit. */
    public boolean isEvent() {
        return kind == UnitKind.EVENT;
    }

    /** Whether a user is one unit for ever. */
    public boolean isForEver() {
        return kind == UnitKind.USER;
    }

    /**
     * The index of the period that contains an event time; 0 for units without periods.
     *
     * @param eventTime the event time in epoch milliseconds, any long
     */
    public long period(long eventTime) {
        if (calendar != null) {
            return calendar.at(eventTime);
        }
        return isAligned ? Math.floorDiv(eventTime, kind.longestMillis()) : 0;
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
        if (calendar != null) {
            return period >= MOST_PERIODS ? Long.MAX_VALUE : calendar.end(Math.max(period, -MOST_PERIODS));
        }
        long length = kind.longestMillis();
        return isAligned && period < Long.MAX_VALUE / length ? (period + 1) * length : Long.MAX_VALUE;
    }

    /**
     * The first instant of a period.
     *
     * @param period the index of a period
     * @return the instant in epoch milliseconds; {@link Long#MIN_VALUE} for units without periods, or if a long cannot
     *     hold the instant
     */
    public long periodStart(long period) {
        long most = calendar == null ? Long.MAX_VALUE / kind.longestMillis() : MOST_PERIODS;
        if (!isPeriodic() || period < -most || period > most) {
            return Long.MIN_VALUE;
        }
        if (calendar == null) {
            return period * kind.longestMillis();
        }
        long start = calendar.start(period);
        return start == Long.MAX_VALUE ? Long.MIN_VALUE : start;
    }

    /** The length of the longest period in milliseconds; {@link Long#MAX_VALUE} for units without periods. */
    public long longestMillis() {
        return kind.longestMillis();
    }

    /** The length of the shortest period in milliseconds; {@link Long#MAX_VALUE} for units without periods. */
    public long shortestMillis() {
        return calendar == null ? kind.longestMillis() : calendar.period().fewestDays() * 86_400_000L;
    }

    /** Whether period {@code p} of the one length {@code L} begins {@code p L} milliseconds after the epoch. */
    public boolean isAligned() {
        return isAligned;
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
        if (calendar != null) {
            return calendar.name(period);
        }
        GregorianCalendar time = new GregorianCalendar(TimeZone.getTimeZone("UTC"), Locale.ROOT);
        time.setTimeInMillis(start);
        return String.format(Locale.ROOT, kind == UnitKind.USER_PER_DAY ? "%tF" : "%1$tFT%1$tRZ", time);
    }

    /** The name of the unit in pipeline files. */
    public String words() {
        return kind.words();
    }

    /** Whether the unit has calendar periods. */
    public boolean isPeriodic() {
        return kind.longestMillis() != Long.MAX_VALUE;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PrivacyUnit unit && kind == unit.kind;
    }

    @Override
    public int hashCode() {
        return kind.code();
    }

    @Override
    public String toString() {
        return words();
    }
}
