package dev.weir.operators.time.zone;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.TemporalAdjusters;

/** The periods that a calendar divides its dates into. */
public enum CalendarPeriod {
    /** Every date is a period. */
    DAY(1, 1) {
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
    WEEK(2, 7) {
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
    SUNDAY_WEEK(3, 7) {
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
    MONTH(4, 28) {
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

    CalendarPeriod(int code, int fewestDays) {
        this.code = code;
        this.fewestDays = fewestDays;
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
