package dev.weir.operators.api;

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
}
