package dev.weir.operators.time;

import dev.weir.accountant.privacy.PrivacyUnit;
import java.time.Instant;
import java.util.function.LongUnaryOperator;

/**
 * How many cells of a window a period of a unit meets, and how many periods a cell: counted, because neither begins at multiples of a length
 * where clocks change. A cell that meets several periods holds the start of one, so only cells with a start are looked at. Periods from 1990 to 2100 are looked at one by one; in later ones the rules of a zone are the same every year.
 */
final class MetPeriods {

    /** From when on periods are looked at one by one. */
    static final long FIRST = Instant.parse("1990-01-01T00:00:00Z").toEpochMilli();

    /** Until when periods are looked at one by one: the rules of a zone are the same every year by then. */
    static final long LAST = Instant.parse("2100-01-01T00:00:00Z").toEpochMilli();

    private MetPeriods() {}

    /**
     * The largest number of any period.
     *
     * @param unit a unit with periods
     * @param number the number of a period, by its start
     */
    static long most(PrivacyUnit unit, LongUnaryOperator number) {
        long most = 1;
        long last = unit.period(LAST);
        for (long period = unit.period(FIRST); period < last; period++) {
            long start = unit.periodStart(period);
            if (start < unit.periodEnd(period)) {
                most = Math.max(most, number.applyAsLong(start));
            }
        }
        return most;
    }
}
