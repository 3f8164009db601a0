package dev.weir.operators.api;

import dev.weir.accountant.calendar.CalendarPeriod;
import dev.weir.accountant.calendar.PinnedZone;
import dev.weir.operators.time.RunningWindow;
import dev.weir.operators.time.SeriesWindow;
import dev.weir.operators.time.SlidingWindow;
import dev.weir.operators.time.TumblingWindow;
import dev.weir.operators.time.Window;
import java.time.Duration;
import java.util.List;

/**
 * A query that has no windows yet. The next call says how often it releases.
 *
 * @param <T> the record
 */
public final class UnwindowedQuery<T> {

    private final Selection<T> selection;

    UnwindowedQuery(Selection<T> selection) {
        this.selection = selection;
    }

    /**
     * Releases every key once per window. Windows follow one another without gaps, aligned to the epoch, in UTC.
     *
     * @param size the length of a window, at least 1 ms
     * @throws IllegalArgumentException if the length is below 1 ms
     */
    public UnboundedQuery<T> every(Duration size) {
        return new UnboundedQuery<>(selection, TumblingWindow.of(size));
    }

    /**
     * Releases every key once per window. Windows follow one another without gaps, and start so much later than multiples of their
     * size, in UTC.
     *
     * @param size the length of a window, at least 1 ms
     * @param offset how much later they start, shorter than a window
     * @throws IllegalArgumentException if a parameter is out of range
     */
    public UnboundedQuery<T> every(Duration size, Duration offset) {
        return new UnboundedQuery<>(selection, TumblingWindow.of(size).startingAfter(offset));
    }

    /**
     * Releases every key once per day, week or month of a zone's calendar. The zone keeps the rules that this Java platform has now.
     *
     * @param period the period
     * @param zone the id of a zone, such as {@code Europe/Berlin}
     * @throws IllegalArgumentException if there is no such zone
     */
    public UnboundedQuery<T> every(CalendarPeriod period, String zone) {
        return new UnboundedQuery<>(selection, Window.calendar(period, PinnedZone.of(zone)));
    }

    /**
     * Releases every key at the end of every step, with the running total of everything counted since the schedule
     * began. {@link UnboundedRunningTotal#resetting} restarts totals.
     *
     * @param step the length of a step, at least 1 ms
     * @param horizon the number of steps for which the noise is optimised, at least 1. Further steps are less accurate
     *     but as private
     * @throws IllegalArgumentException if a parameter is too small
     */
    public UnboundedRunningTotal<T> runningTotal(Duration step, long horizon) {
        return new UnboundedRunningTotal<>(selection, RunningWindow.of(step, horizon));
    }

    /**
     * Releases every key at the end of every step, with a running total whose noise is not optimised for a horizon. At
     * every step up to 2^24 the error is at most 1.355 times the error with noise that is optimised for that step as
     * the horizon.
     *
     * @param step the length of a step, at least 1 ms
     * @throws IllegalArgumentException if the length is below 1 ms
     */
    public UnboundedRunningTotal<T> runningTotal(Duration step) {
        return new UnboundedRunningTotal<>(selection, RunningWindow.of(step, SeriesWindow.UNBOUNDED));
    }

    /**
     * Releases every key at the end of every pane. The value covers the window that ends there. Windows end at
     * multiples of {@code every} since the epoch, in UTC.
     *
     * @param size the length of a window: a whole number of panes
     * @param every the length of a pane, at least 1 ms
     * @throws IllegalArgumentException if a parameter is not as described
     */
    public UnboundedTotals<T> sliding(Duration size, Duration every) {
        return new UnboundedTotals<>(selection, SlidingWindow.of(size, every));
    }

    /**
     * Releases every key in several windows that are differences of the totals of one series: days, weeks and months of any zone, and the last so
     * many hours. A unit pays for the series once, and windows agree exactly. Release ids and rows state the name of the window. A window that begins
     * before the series is not released.
     *
     * @param base the length of a step, at least 1 ms; every window begins and ends with a step
     * @param horizon the number of steps for which the noise is optimised, at least 1. Further steps are less accurate
     *     but as private
     * @param windows the windows, 1 to {@link SeriesWindow.Named#MOST} with different names
     * @throws IllegalArgumentException if a parameter is not as described
     */
    public UnboundedTotals<T> several(Duration base, long horizon, List<SeriesWindow.Named> windows) {
        return several(base, Duration.ZERO, horizon, windows);
    }

    /**
     * Releases every key in several windows from one series whose steps do not start at multiples of their length. With an {@code offset} of half an hour,
     * steps of an hour serve a zone such as Asia/Kolkata.
     *
     * @param base the length of a step, at least 1 ms; every window begins and ends with a step
     * @param offset how long after a multiple of that length, counted from the epoch, a step starts: shorter than a step
     * @param horizon the number of steps for which the noise is optimised, at least 1
     * @param windows the windows, 1 to {@link SeriesWindow.Named#MOST} with different names
     * @throws IllegalArgumentException if a parameter is not as described
     */
    public UnboundedTotals<T> several(Duration base, Duration offset, long horizon, List<SeriesWindow.Named> windows) {
        return new UnboundedTotals<>(selection, SeriesWindow.several(base, offset, horizon, windows));
    }
}
