package dev.weir.accountant.calendar;

import java.io.Serializable;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.util.Locale;

/**
 * The periods of a calendar in a zone, counted from the one that holds 1970-01-01: every instant lies in exactly one period, and a later
 * period begins when the one before it ends.
 *
 * <p>A period of dates begins at the boundary of its first date ({@link PinnedZone}), so days have 23, 24 or 25 hours, or others where a zone
 * changes by less or more than an hour. A date that a zone leaves out is a period without an instant, which keeps its number.
 *
 * @param period the kind of periods
 * @param zone the zone, with the rules that it was built with
 */
public record PeriodCalendar(CalendarPeriod period, PinnedZone zone) implements Serializable {

    private static final LocalDate EPOCH = LocalDate.EPOCH;

    /**
     * The number of the period that holds an instant.
     *
     * @param time epoch milliseconds, within the years that {@link LocalDate} has
     */
    public long at(long time) {
        LocalDate date = zone.dateAt(time);
        LocalDate from = period.start(EPOCH);
        return switch (period) {
            case DAY -> ChronoUnit.DAYS.between(from, date);
            case WEEK, SUNDAY_WEEK -> Math.floorDiv(ChronoUnit.DAYS.between(from, date), 7L);
            case MONTH -> ChronoUnit.MONTHS.between(from, period.start(date));
        };
    }

    /**
     * The first date of a period.
     *
     * @param number the number of the period
     */
    public LocalDate date(long number) {
        LocalDate from = period.start(EPOCH);
        return switch (period) {
            case DAY -> from.plusDays(number);
            case WEEK, SUNDAY_WEEK -> from.plusWeeks(number);
            case MONTH -> from.plusMonths(number);
        };
    }

    /**
     * The name of a period in ISO 8601: its first date, its week or its month. A week that begins on Sunday has the name of its first date.
     *
     * @param number the number of the period
     */
    public String name(long number) {
        LocalDate date = date(number);
        return switch (period) {
            case DAY, SUNDAY_WEEK -> date.toString();
            case WEEK ->
                String.format(
                        Locale.ROOT,
                        "%d-W%02d",
                        date.get(IsoFields.WEEK_BASED_YEAR),
                        date.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR));
            case MONTH -> YearMonth.from(date).toString();
        };
    }

    /**
     * The first instant of a period, which is that of the next one if the period has none.
     *
     * @param number the number of the period
     * @return epoch milliseconds
     */
    public long start(long number) {
        return zone.boundary(date(number));
    }

    /**
     * The first instant after a period.
     *
     * @param number the number of the period
     * @return epoch milliseconds
     */
    public long end(long number) {
        return start(number + 1);
    }
}
