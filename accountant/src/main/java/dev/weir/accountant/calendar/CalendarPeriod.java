package dev.weir.accountant.calendar;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.TemporalAdjusters;
import java.util.Arrays;
import java.util.Optional;

/** The periods that a calendar divides its dates into. */
public enum CalendarPeriod {
    /** Every date is a period. */
    DAY(1, 1, "day", "") {
        @Override
        public LocalDate start(LocalDate date) {
            return date;
        }

        @Override
        public LocalDate next(LocalDate start) {
            return start.plusDays(1);
        }
    },

    /** Weeks from Monday to Sunday (ISO 8601). */
    WEEK(2, 7, "week", "monday") {
        @Override
        public LocalDate start(LocalDate date) {
            return date.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
        }

        @Override
        public LocalDate next(LocalDate start) {
            return start.plusWeeks(1);
        }
    },

    /** Weeks from Sunday to Saturday. */
    SUNDAY_WEEK(3, 7, "week", "sunday") {
        @Override
        public LocalDate start(LocalDate date) {
            return date.with(TemporalAdjusters.previousOrSame(DayOfWeek.SUNDAY));
        }

        @Override
        public LocalDate next(LocalDate start) {
            return start.plusWeeks(1);
        }
    },

    /** Months. */
    MONTH(4, 28, "month", "") {
        @Override
        public LocalDate start(LocalDate date) {
            return date.withDayOfMonth(1);
        }

        @Override
        public LocalDate next(LocalDate start) {
            return start.plusMonths(1);
        }
    };

    private final int code;
    private final int fewestDays;
    private final String calendar;
    private final String weekStart;

    CalendarPeriod(int code, int fewestDays, String calendar, String weekStart) {
        this.code = code;
        this.fewestDays = fewestDays;
        this.calendar = calendar;
        this.weekStart = weekStart;
    }

    /**
     * The period of a pipeline file.
     *
     * @param calendar {@code day}, {@code week} or {@code month}
     * @param weekStart the first day of weeks, {@code monday} or {@code sunday}; of no meaning for other periods
     * @return the period; empty if there is no such period
     */
    public static Optional<CalendarPeriod> of(String calendar, String weekStart) {
        return Arrays.stream(values())
                .filter(period -> period.calendar.equals(calendar)
                        && (period.weekStart.isEmpty() || period.weekStart.equals(weekStart)))
                .findFirst();
    }

    /** What a pipeline file calls the period: {@code day}, {@code week} or {@code month}. */
    public String calendar() {
        return calendar;
    }

    /** The first day of weeks, {@code monday} or {@code sunday}; empty for other periods. */
    public String weekStart() {
        return weekStart;
    }

    /** The number of the period in encodings, which never changes. */
    public int code() {
        return code;
    }

    /** The number of dates in the shortest period. */
    public int fewestDays() {
        return fewestDays;
    }

    /** The number of dates in the longest period. */
    public int mostDays() {
        return this == MONTH ? 31 : fewestDays;
    }

    /**
     * The first date of the period that holds a date.
     *
     * @param date the date
     */
    public abstract LocalDate start(LocalDate date);

    /**
     * The first date of the next period.
     *
     * @param start the first date of a period
     */
    public abstract LocalDate next(LocalDate start);
}
