package dev.weir.operators.api;

import dev.weir.accountant.calendar.CalendarPeriod;
import dev.weir.accountant.calendar.PinnedZone;
import dev.weir.operators.keys.DiscoveredKeys;
import dev.weir.operators.query.Bounds;
import dev.weir.operators.time.RunningWindow;
import dev.weir.operators.time.SeriesWindow;
import java.time.Duration;

/**
 * A query by keys that nobody declares, which has no windows yet. A key is released in a window, or in a running total from a step on, if its noisy
 * number of records or units reaches a threshold there, and leaves no trace otherwise. The next call says how often the query releases. Windows that
 * slide are not among the choices: they share noise while keys come and go. Subtract two running totals of a key instead.
 *
 * @param <T> the record
 */
public final class DiscoveredQuery<T> {

    private final Selection<T> selection;
    private final DiscoveredKeys keys;

    DiscoveredQuery(Selection<T> selection, DiscoveredKeys keys) {
        this.selection = selection;
        this.keys = keys;
    }

    /**
     * Names the count of records or of units that announces keys, one of the released values. If this method is not called, it is the first of them. If
     * none is released, units are counted for this alone, which no row states.
     *
     * @param name the name of the value
     */
    public DiscoveredQuery<T> announcedBy(String name) {
        return new DiscoveredQuery<>(selection, keys.announcedBy(name));
    }

    /**
     * Releases no key of fewer units.
     *
     * @param units the least number of units of a released key, at least 1
     * @throws IllegalArgumentException if {@code units} is below 1
     */
    public DiscoveredQuery<T> preThreshold(long units) {
        return new DiscoveredQuery<>(selection, keys.ofUnits(units));
    }

    /**
     * Examines the keys of each window once, when it closes. Windows follow one another without gaps, aligned to the epoch, in UTC.
     *
     * @param size the length of a window, at least 1 ms
     * @throws IllegalArgumentException if the length is below 1 ms
     */
    public UnboundedQuery<T> every(Duration size) {
        return unwindowed().every(size);
    }

    /**
     * Examines the keys of each window once. Windows start so much later than multiples of their size, in UTC.
     *
     * @param size the length of a window, at least 1 ms
     * @param offset how much later they start, shorter than a window
     * @throws IllegalArgumentException if a parameter is out of range
     */
    public UnboundedQuery<T> every(Duration size, Duration offset) {
        return unwindowed().every(size, offset);
    }

    /**
     * Examines the keys of each day, week or month of a zone's calendar once. The zone keeps the rules that this Java platform has now.
     *
     * @param period the period
     * @param zone the id of a zone, such as {@code Europe/Berlin}
     * @throws IllegalArgumentException if there is no such zone
     */
    public UnboundedQuery<T> every(CalendarPeriod period, String zone) {
        return unwindowed().every(period, zone);
    }

    private UnwindowedQuery<T> unwindowed() {
        return new UnwindowedQuery<>(selection.by(keys));
    }

    /**
     * Releases every announced key at the end of every step, from the step on at which it was announced, with the running total of everything
     * counted since the schedule began or the last reset.
     *
     * @param step the length of a step, at least 1 ms
     * @param horizon the number of steps in which keys may be announced, at least 1; the noise is optimised for it
     * @throws IllegalArgumentException if a parameter is too small
     */
    public Totals<T> runningTotal(Duration step, long horizon) {
        return new Totals<>(selection, keys, RunningWindow.of(step, horizon), RunningWindow.of(step, horizon));
    }

    /**
     * A query of running totals by keys that nobody declares. It needs both bounds of a unit's contributions to a series: the delta for keys is divided by
     * the number of a unit's keys, and the threshold holds as many records as one unit may add to a key.
     *
     * @param <T> the record
     */
    public static final class Totals<T> {

        private final Selection<T> selection;
        private final DiscoveredKeys keys;
        private final RunningWindow endless;
        private final SeriesWindow window;

        private Totals(Selection<T> selection, DiscoveredKeys keys, RunningWindow endless, SeriesWindow window) {
            this.selection = selection;
            this.keys = keys;
            this.endless = endless;
            this.window = window;
        }

        /**
         * Restarts totals from 0 after every period, with new noise, and forgets which keys were announced. Periods are aligned to the epoch, in UTC.
         *
         * @param period the period, a whole number of steps
         * @throws IllegalArgumentException if the period is not a whole number of steps
         */
        public Totals<T> resetting(Duration period) {
            return new Totals<>(selection, keys, endless, endless.resetting(period));
        }

        /**
         * Restarts totals with every day, week or month of a zone's calendar, and forgets which keys were announced.
         *
         * @param period the period
         * @param zone the id of a zone, such as {@code Europe/Berlin}, whose periods begin with a step
         * @throws IllegalArgumentException if there is no such zone, or a period of it begins within a step
         */
        public Totals<T> resetting(CalendarPeriod period, String zone) {
            return new Totals<>(selection, keys, endless, endless.resetting(period, PinnedZone.of(zone)));
        }

        /**
         * Examines keys at every so many steps and at the last one. Fewer examinations lower the threshold a little.
         *
         * @param steps the number of steps from one examination to the next, at least 1
         * @throws IllegalArgumentException if {@code steps} is below 1
         */
        public Totals<T> examinedEvery(long steps) {
            return new Totals<>(selection, keys.examinedEvery(steps), endless, window);
        }

        /**
         * Bounds to how many keys one unit may contribute, and with how many records to each. The first records of a unit count.
         *
         * @param keysPerPeriod the largest number of keys between two resets, at least 1
         * @param recordsPerKey the largest number of records for one key, at least 1
         * @throws IllegalArgumentException if a parameter is below 1
         */
        public EmptyQuery<T> atMost(int keysPerPeriod, int recordsPerKey) {
            Bounds bounds = Bounds.of(new Bounds.Series(keysPerPeriod, recordsPerKey, Bounds.UNBOUNDED, 0));
            return new EmptyQuery<>(new QueryShape<>(selection.by(keys), window, bounds));
        }
    }
}
