package dev.weir.operators.api;

import dev.weir.accountant.calendar.CalendarPeriod;
import dev.weir.accountant.calendar.PinnedZone;
import dev.weir.operators.time.RunningWindow;
import java.time.Duration;

/**
 * A query of running totals whose contributions are not bounded yet.
 *
 * @param <T> the record
 */
public final class UnboundedRunningTotal<T> extends UnboundedTotals<T> {

    private final Selection<T> selection;
    private final RunningWindow window;

    UnboundedRunningTotal(Selection<T> selection, RunningWindow window) {
        super(selection, window);
        this.selection = selection;
        this.window = window;
    }

    /**
     * Restarts totals from 0 after every period, with new noise. Periods are aligned to the epoch, in UTC.
     *
     * @param period the period, a whole number of steps
     * @throws IllegalArgumentException if the period is not a whole number of steps
     */
    public UnboundedTotals<T> resetting(Duration period) {
        return new UnboundedTotals<>(selection, window.resetting(period));
    }

    /**
     * Restarts totals from 0 with every day, week or month of a zone's calendar, with new noise. The zone keeps the rules that this
     * Java platform has now.
     *
     * @param period the period
     * @param zone the id of a zone, such as {@code Europe/Berlin}, whose periods begin with a step
     * @throws IllegalArgumentException if there is no such zone, or a period of it begins within a step
     */
    public UnboundedTotals<T> resetting(CalendarPeriod period, String zone) {
        return new UnboundedTotals<>(selection, window.resetting(period, PinnedZone.of(zone)));
    }
}
