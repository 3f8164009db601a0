package dev.weir.operators.time;

import dev.weir.accountant.calendar.CalendarPeriod;
import dev.weir.accountant.calendar.PinnedZone;
import dev.weir.accountant.continual.sums.SeriesSums;
import dev.weir.operators.encoding.TaggedFields;
import java.io.Serializable;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Windows whose releases are functions of one series of totals for each key: running totals, sums over sliding
 * windows, or several windows. Noise is correlated from step to step, and the price of a unit's contribution depends on the unit's other
 * contributions to the series.
 *
 * <p>A step is a cell. A series has its first step after a reset, or where the schedule begins, and ends at its last
 * step. Every step is taken, with records or without.
 */
public sealed interface SeriesWindow extends Window permits RunningWindow, SlidingWindow, WindowsOfSeries {

    /** A time before every record. The cells of a series that is never reset are numbered from this time on. */
    long EARLIEST = -(1L << 60);

    /** The value of a horizon, of the time to a reset, or of the number of steps of a series if there is no limit. */
    long UNBOUNDED = Long.MAX_VALUE;

    /** The names of the bounds that series accept. */
    Caps CAPS = new Caps(
            List.of("keys-per-period", "records-per-key", "participations", "separation"),
            "where totals run or windows slide",
            "is for tumbling windows; use keys-per-period, records-per-key, participations or separation");

    @Override
    Optional<SeriesSums> sums();

    /**
     * The end of the last step that an adoption at {@code time} closes: the step that contains the millisecond before
     * {@code time}.
     */
    @Override
    default long closedAt(long time) {
        return cellEnd(time - 1);
    }

    @Override
    default Caps caps() {
        return CAPS;
    }

    @Override
    default long numberInSpan(long cellEnd) {
        return Math.floorDiv(cellEnd, cellMillis()) - Math.floorDiv(EARLIEST, cellMillis());
    }

    /**
     * Several windows from one series of steps that is never reset.
     *
     * @param base the length of a step, at least 1 ms
     * @param horizon the number of steps that the noise is tuned for, at least 1; {@link #UNBOUNDED} for any number. A series that runs on past its
     *     horizon loses accuracy and never privacy
     * @param named the windows, 1 to {@link Named#MOST} with different names
     * @throws IllegalArgumentException if a parameter is not as described, or a window from 1990 on begins within a step; the message tells the
     *     zone and the first such time
     */
    static SeriesWindow several(Duration base, long horizon, List<Named> named) {
        return several(base, Duration.ZERO, horizon, named);
    }

    /**
     * Several windows from one series of steps that is never reset and whose steps do not start at multiples of their length.
     *
     * @param base the length of a step, at least 1 ms
     * @param offset how long after a multiple of that length, counted from the epoch, a step starts: shorter than a step. Windows of a number of last
     *     steps end so much later, too
     * @param horizon as above
     * @param named as above
     * @throws IllegalArgumentException as above, or if the offset is below 0 or not shorter than a step
     */
    static SeriesWindow several(Duration base, Duration offset, long horizon, List<Named> named) {
        return WindowsOfSeries.of(base, offset, horizon, named);
    }

    /**
     * The name of a window.
     *
     * @param windows the windows of a query
     * @param number the number of a window of {@link Window#named}, from 1; 0 for a window without a name
     */
    static String nameOf(Window windows, int number) {
        return number == 0 ? "" : windows.named().get(number - 1).name();
    }

    /**
     * One of several windows that are differences of the totals of one series. Its name stands in release ids and rows, because windows of different
     * lengths may end at the same time.
     *
     * @param name the name, unique within the query: a letter or digit, followed by at most 63 letters, digits, dots, hyphens or underscores
     * @param window calendar windows, or sliding windows
     */
    record Named(String name, Window window) implements Serializable {

        /** The largest number of windows of one series. */
        public static final int MOST = 16;

        private static final String NAME = "[A-Za-z0-9][A-Za-z0-9._-]{0,63}";

        /** The rule for names. */
        public static final String NAME_RULE =
                "a letter or digit, followed by at most 63 letters, digits, dots, hyphens or underscores";

        /** @throws IllegalArgumentException if the name or the window is not as described */
        public Named {
            if (!name.matches(NAME)) {
                throw new IllegalArgumentException("name of a window must be " + NAME_RULE);
            }
            boolean isOfCalendar = !window.sharesNoise() && window.zone().isPresent();
            boolean slides = window.sharesNoise()
                    && !window.holdsSpan()
                    && window.named().isEmpty();
            if (!isOfCalendar && !slides) {
                throw new IllegalArgumentException(
                        "window of a series must be a day, week or month of a calendar, or a number of last steps");
            }
        }

        /**
         * Days, weeks or months of a zone's calendar.
         *
         * @param name the name
         * @param period how long a window is
         * @param zone whose dates it consists of
         */
        public static Named calendar(String name, CalendarPeriod period, PinnedZone zone) {
            return new Named(name, Window.calendar(period, zone));
        }

        /**
         * Windows of a length that end at every multiple of another, in UTC.
         *
         * @param name the name
         * @param length the length of a window, a multiple of {@code every}
         * @param every how often a window ends
         * @throws IllegalArgumentException if the length is not a multiple, or there are too many windows within a length
         */
        public static Named last(String name, Duration length, Duration every) {
            return new Named(name, SlidingWindow.of(length, every));
        }

        /**
         * Whether a window ends at a time.
         *
         * @param time epoch milliseconds
         */
        public boolean endsAt(long time) {
            return window.cellStart(time) == time;
        }

        /**
         * The start of the window that ends at {@code end}.
         *
         * @param end the end of a window, epoch milliseconds
         */
        public long start(long end) {
            return window.start(end, 0);
        }

        /**
         * The number of steps of the window that ends at {@code end}, those before its series began included.
         *
         * @param end the end of a window, epoch milliseconds
         * @param stepMillis the length of a step in milliseconds
         */
        public long steps(long end, long stepMillis) {
            return (end - start(end)) / stepMillis;
        }

        /** The number of totals at earlier ends that are kept until the window ends that starts there. */
        public int kept() {
            return window.sums().map(sums -> Math.toIntExact(sums.kept())).orElse(1);
        }

        /**
         * The number of a window's end, by which kept totals take turns: it grows by 1 from end to end, unless only one total is kept.
         *
         * @param end the end of a window, epoch milliseconds
         */
        public long endNumber(long end) {
            return window.numberInSpan(end);
        }

        /**
         * The largest number of steps of a window.
         *
         * @param stepMillis the length of a step in milliseconds
         */
        public long mostSteps(long stepMillis) {
            return (kept() * window.cellMillis() + stepMillis - 1) / stepMillis;
        }

        /** This window with ends that are a time in milliseconds after the multiples of its panes; a window of a calendar stays as it is. */
        Named endingAfter(long millis) {
            long pane = window.cellMillis();
            return window.sharesNoise()
                    ? new Named(name, new SlidingWindow(kept() * pane, pane, Math.floorMod(millis, pane)))
                    : this;
        }

        /** This window by other rules of its zone. */
        Named by(PinnedZone rules) {
            boolean isOfZone =
                    window.zone().filter(zone -> zone.id().equals(rules.id())).isPresent();
            return isOfZone ? new Named(name, window.by(rules)) : this;
        }

        TaggedFields identity() {
            return new TaggedFields().put(1, name).put(2, window.identity());
        }

        /** The window as a pipeline file writes it. */
        Map<String, Object> terms() {
            Map<String, Object> terms = new LinkedHashMap<>();
            terms.put("name", name);
            window.terms().forEach((field, value) -> terms.put(field.equals("sliding") ? "last" : field, value));
            return terms;
        }

        /** A phrase that says when the window is released: "day, for every day of Europe/Berlin". */
        String words() {
            return name + ", " + window.words();
        }
    }
}
