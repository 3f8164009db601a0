package dev.weir.accountant.privacy;

import java.util.GregorianCalendar;
import java.util.Locale;
import java.util.TimeZone;

/**
 * The privacy unit, whose contribution a guarantee hides. Two streams are neighbours when they have the same slots and
 * the records of one privacy unit are replaced by empty slots (zero-out adjacency). There is no default, because a
 * guarantee must name its unit.
 *
 * <p>Periods are calendar periods in UTC, counted from the epoch: period {@code p} of length {@code L} is the half-open
 * interval {@code [p L, (p + 1) L)} of event time.
 */
public enum PrivacyUnit {
    /** One user over the whole life of a domain. */
    USER(Long.MAX_VALUE),
    /** One user in the UTC day that contains the record's event time. */
    USER_PER_DAY(86_400_000L),
    /** One user in the UTC hour that contains the record's event time. */
    USER_PER_HOUR(3_600_000L),
    /** One record. */
    EVENT(Long.MAX_VALUE);

    private final long periodMillis;

    PrivacyUnit(long periodMillis) {
        this.periodMillis = periodMillis;
    }

    /**
     * The index of the period that contains an event time; 0 for units without periods.
     *
     * @param eventTime the event time in epoch milliseconds, any long
     */
    public long period(long eventTime) {
        return isPeriodic() ? Math.floorDiv(eventTime, periodMillis) : 0;
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
        return isPeriodic() && period < Long.MAX_VALUE / periodMillis ? (period + 1) * periodMillis : Long.MAX_VALUE;
    }

    /**
     * The first instant of a period.
     *
     * @param period the index of a period
     * @return the instant in epoch milliseconds; {@link Long#MIN_VALUE} for units without periods, or if a long cannot
     *     hold the instant
     */
    public long periodStart(long period) {
        long most = Long.MAX_VALUE / periodMillis;
        return isPeriodic() && -most <= period && period <= most ? period * periodMillis : Long.MIN_VALUE;
    }

    /**
     * The date of a period, and for an hourly period the hour, in UTC.
     *
     * @param period the index of a period
     * @return the date in ISO 8601; the index if a long cannot hold the time; {@code all} for units without periods
     */
    public String periodName(long period) {
        long start = periodStart(period);
        if (start == Long.MIN_VALUE) {
            return isPeriodic() ? Long.toString(period) : "all";
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
        return periodMillis != Long.MAX_VALUE;
    }
}
