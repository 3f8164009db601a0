package dev.weir.operators.time;

import dev.weir.accountant.privacy.PrivacyUnit;
import java.util.function.LongUnaryOperator;

/**
 * How many cells of a window a period of a unit meets, and how many periods a cell: counted, because neither begins at multiples of a length
 * where clocks change. Periods from 1990 to 2100 are looked at one by one; in later ones the rules of a zone are the same every year.
 */
final class MetPeriods {

    private MetPeriods() {}

    static long mostCells(Window window, PrivacyUnit unit) {
        return most(unit, start -> {
            long end = unit.periodEnd(unit.period(start));
            return window.cells(window.cellStart(start), window.cellEnd(end - 1));
        });
    }

    /** A cell that meets several periods holds the start of one, so these cells are all that have to be looked at. */
    static long mostPeriods(Window window, PrivacyUnit unit) {
        return most(unit, start -> unit.period(window.cellEnd(start) - 1) - unit.period(window.cellStart(start)) + 1);
    }

    /** The largest number of any period, by its start. */
    private static long most(PrivacyUnit unit, LongUnaryOperator number) {
        long most = 1;
        long last = unit.period(CalendarWindow.LAST);
        for (long period = unit.period(CalendarWindow.FIRST); period < last; period++) {
            long start = unit.periodStart(period);
            if (start < unit.periodEnd(period)) {
                most = Math.max(most, number.applyAsLong(start));
            }
        }
        return most;
    }
}
