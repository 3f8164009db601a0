package dev.weir.accountant.privacy;

import java.util.GregorianCalendar;
import java.util.Locale;
import java.util.TimeZone;

/**
 * The privacy unit: whose contribution is hidden. Two streams are neighbours when they have the same slots and the
 * records of one privacy unit are replaced by empty slots (zero-out adjacency). There is no default: a guarantee names
 * its unit.
 *
 * <p>Periods are calendar periods in UTC, counted from the epoch: period {@code p} of length {@code L} is the half-open
 * interval {@code [p L, (p + 1) L)} of event time.
 */
public enum PrivacyUnit {
    /** One user, for ever. */
    USER(Long.MAX_VALUE),
    /** One user in one UTC day that holds the record's event time. */
    USER_PER_DAY(86_400_000L),
    /** One user in one UTC hour that holds the record's event time. */
    USER_PER_HOUR(3_600_000L),
    /** One record. */
    EVENT(Long.MAX_VALUE);

    private final long periodMillis;

    PrivacyUnit(long periodMillis) {
        this.periodMillis = periodMillis;
    }

    /**
     * The index of the period that holds an event time; 0 for units without a period.
     *
     * @param eventTime in epoch milliseconds, any long
     */
    public long period(long eventTime) {
        return isPeriodic() ? Math.floorDiv(eventTime, periodMillis) : 0;
    }

    /**
     * The index of the period that contains the last instant before a time: the last period that a window with that end
     * can touch.
     *
     * @param end the end of the window in epoch milliseconds; {@link Long#MIN_VALUE} if there is no window
     * @return {@link Long#MIN_VALUE} if there is none
     */
    public long lastPeriod(long end) {
        return end == Long.MIN_VALUE ? Long.MIN_VALUE : period(end - 1);
    }

    /**
     * The first instant after a period.
     *
     * @param period the index of a period
     * @return epoch milliseconds; {@link Long#MAX_VALUE} for units without a period and where a long cannot hold it
     */
    public long periodEnd(long period) {
        return isPeriodic() && period < Long.MAX_VALUE / periodMillis ? (period + 1) * periodMillis : Long.MAX_VALUE;
    }

    /**
     * The first instant of a period.
     *
     * @param period the index of a period
     * @return epoch milliseconds; {@link Long#MIN_VALUE} for units without a period and where a long cannot hold it
     */
    public long periodStart(long period) {
        long most = Long.MAX_VALUE / periodMillis;
        return isPeriodic() && -most <= period && period <= most ? period * periodMillis : Long.MIN_VALUE;
    }

    /**
     * The date of a period, and for an hourly period the hour, in UTC.
     *
     * @param period the index of a period
     * @return ISO 8601; the index where a long cannot hold the time, and {@code all} for units without a period
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
