package dev.weir.accountant.privacy;

import dev.weir.accountant.calendar.CalendarPeriod;
import dev.weir.accountant.calendar.PeriodCalendar;
import dev.weir.accountant.calendar.PinnedZone;
import java.io.Serializable;
import java.util.GregorianCalendar;
import java.util.Locale;
import java.util.Optional;
import java.util.TimeZone;
import org.jspecify.annotations.Nullable;

/**
 * The privacy unit, whose contribution a guarantee hides. Two streams are neighbours when they have the same slots and
 * the records of one privacy unit are replaced by empty slots (zero-out adjacency). There is no default, because a
 * guarantee must name its unit.
 *
 * <p>Periods are calendar periods in UTC or in another zone, whose rules are part of the unit: half-open intervals of event time that follow
 * one another without a gap, so that every event time lies in exactly one of them. They are numbered in their order; the one that holds
 * 1970-01-01 has the number 0. A day that a zone leaves out keeps its number and holds no event time. An account is kept for each user and
 * number. Guarantees are about one period, and what a user does in several of them is several units.
 *
 * <p><b>Guarantee.</b> The number of a record's period is a function of its event time and of public configuration alone, and everything that
 * the gate keeps about a unit is kept by it. So the records of one unit decide about nothing but that unit, whatever the lengths of periods
 * are, as long as no record's period changes: two units are equal only if their kinds, zones and all rules of the zones are.
 *
 * <p>Units are compared by {@link #equals}.
 */
public final class PrivacyUnit implements Serializable {

    private static final long serialVersionUID = 1L;

    /** Numbers of weeks and months beyond this one count as beyond the times that a long can hold: 5e7 years of weeks, 2e8 of months. */
    private static final long MOST_PERIODS = 3_000_000_000L;

    /** Numbers of days beyond this one count so as well: 5e8 years. */
    private static final long MOST_DAYS = 200_000_000_000L;

    private static final long DAY_MILLIS = 86_400_000L;

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
    private final PinnedZone zone;
    private final boolean isAligned;
    private final @Nullable PeriodCalendar calendar;

    private PrivacyUnit(UnitKind kind) {
        this(kind, UTC);
    }

    private PrivacyUnit(UnitKind kind, PinnedZone zone) {
        CalendarPeriod dates = kind.dates().orElse(null);
        boolean isDayOfUtc = dates == CalendarPeriod.DAY && zone.isUtc();
        this.kind = kind;
        this.zone = zone.isUtc() ? UTC : zone;
        this.isAligned = kind.longestMillis() != Long.MAX_VALUE && (dates == null || isDayOfUtc);
        this.calendar = dates == null || isDayOfUtc ? null : new PeriodCalendar(dates, this.zone);
    }

    /**
     * The unit of a kind, with periods in UTC.
     *
     * @param kind what is one unit
     */
    public static PrivacyUnit of(UnitKind kind) {
        return new PrivacyUnit(kind);
    }

    /**
     * This unit with the days, weeks or months of a zone, by the rules that this Java platform has for it.
     *
     * @param other the id of the zone, such as {@code Europe/Berlin}
     * @throws IllegalArgumentException if there is no such zone, or the unit's periods are not days, weeks or months
     */
    public PrivacyUnit in(String other) {
        return in(PinnedZone.of(other));
    }

    /**
     * This unit with the days, weeks or months of a zone.
     *
     * @param other the zone, with its rules
     * @throws IllegalArgumentException if the unit's periods are not days, weeks or months
     */
    public PrivacyUnit in(PinnedZone other) {
        if (!kind.hasDates()) {
            throw new InvalidParameter("unit in a zone", "of a day, a week or a month", words());
        }
        return new PrivacyUnit(kind, other);
    }

    /** The zone whose days, weeks or months periods are, with its rules; UTC if periods are hours, or if there are none. */
    public PinnedZone zone() {
        return zone;
    }

    /** The zone of the periods if it is another one than UTC. */
    public Optional<PinnedZone> otherZone() {
        return zone.isUtc() ? Optional.empty() : Optional.of(zone);
    }

    /**
     * Whether the other unit is of this kind and in a zone of this name. Its periods may differ all the same, where the rules of the zone do.
     *
     * @param other the other unit
     */
    public boolean isNamedAs(PrivacyUnit other) {
        return kind == other.kind && zone.id().equals(other.zone.id());
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
            return period >= most() ? Long.MAX_VALUE : calendar.end(Math.max(period, -most()));
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
        long most = most();
        if (!isPeriodic() || period < -most || period > most) {
            return Long.MIN_VALUE;
        }
        if (calendar == null) {
            return period * kind.longestMillis();
        }
        long start = calendar.start(period);
        return start == Long.MAX_VALUE ? Long.MIN_VALUE : start;
    }

    /** The largest number of a period whose times a long can hold. */
    private long most() {
        if (calendar == null) {
            return Long.MAX_VALUE / kind.longestMillis();
        }
        return kind == UnitKind.USER_PER_DAY ? MOST_DAYS : MOST_PERIODS;
    }

    /** The length of the longest period in milliseconds; {@link Long#MAX_VALUE} for units without periods. */
    public long longestMillis() {
        return calendar == null ? kind.longestMillis() : kind.longestMillis() + zone.mostBackMillis();
    }

    /** A length in milliseconds that no period with an instant is shorter than; {@link Long#MAX_VALUE} for units without periods. */
    public long shortestMillis() {
        if (calendar == null) {
            return kind.longestMillis();
        }
        long dates = calendar.period().fewestDays() * DAY_MILLIS;
        // where a zone leaves a date out, what is left of a day is taken for half a day at least
        return dates - Math.min(zone.mostForwardMillis(), dates / 2);
    }

    /** Whether period {@code p} of the one length {@code L} begins {@code p L} milliseconds after the epoch. */
    public boolean isAligned() {
        return isAligned;
    }

    /**
     * The date of a period in its zone, for an hourly period with the hour, for others the week or the month.
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

    /** The name of the unit's kind in pipeline files. */
    public String words() {
        return kind.words();
    }

    /** The name of the unit's kind, and the zone of its periods if that is another one than UTC. */
    public String zonedWords() {
        return zone.isUtc() ? words() : words() + " of " + zone;
    }

    /** Whether the unit has calendar periods. */
    public boolean isPeriodic() {
        return kind.longestMillis() != Long.MAX_VALUE;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PrivacyUnit unit && kind == unit.kind && zone.equals(unit.zone);
    }

    @Override
    public int hashCode() {
        return 31 * zone.hashCode() + kind.code();
    }

    @Override
    public String toString() {
        return zonedWords();
    }
}
