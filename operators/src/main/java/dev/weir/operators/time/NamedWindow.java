package dev.weir.operators.time;

import dev.weir.accountant.calendar.CalendarPeriod;
import dev.weir.accountant.calendar.PinnedZone;
import dev.weir.operators.encoding.TaggedFields;
import java.io.Serializable;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One of several windows that are differences of the totals of one series. Its name stands in release ids and rows, because windows of different
 * lengths may end at the same time.
 *
 * @param name the name, unique within the query: a letter or digit, followed by at most 63 letters, digits, dots, hyphens or underscores
 * @param window calendar windows, or sliding windows that end at multiples of a length
 */
public record NamedWindow(String name, Window window) implements Serializable {

    private static final String NAME = "[A-Za-z0-9][A-Za-z0-9._-]{0,63}";

    /** The rule for names. */
    public static final String NAME_RULE =
            "a letter or digit, followed by at most 63 letters, digits, dots, hyphens or underscores";

    /** @throws IllegalArgumentException if the name or the window is not as described */
    public NamedWindow {
        if (!name.matches(NAME)) {
            throw new IllegalArgumentException("name of a window must be " + NAME_RULE);
        }
        if (!(window instanceof CalendarWindow || window instanceof SlidingWindow)) {
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
    public static NamedWindow calendar(String name, CalendarPeriod period, PinnedZone zone) {
        return new NamedWindow(name, Window.calendar(period, zone));
    }

    /**
     * Windows of a length that end at every multiple of another, in UTC.
     *
     * @param name the name
     * @param length the length of a window, a multiple of {@code every}
     * @param every how often a window ends
     * @throws IllegalArgumentException if the length is not a multiple, or there are too many windows within a length
     */
    public static NamedWindow last(String name, Duration length, Duration every) {
        return new NamedWindow(name, SlidingWindow.of(length, every));
    }

    /** Whether a window ends at a time, epoch milliseconds. */
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

    /** The number of totals at earlier ends that are kept until the window ends that starts there. */
    public int kept() {
        return window instanceof SlidingWindow sliding ? sliding.panes() : 1;
    }

    /**
     * The number of a window's end, by which kept totals take turns: it grows by 1 from end to end, unless only one total is kept.
     *
     * @param end the end of a window, epoch milliseconds
     */
    public long turn(long end) {
        return window.numberInSpan(end);
    }

    /**
     * The largest number of steps of a window.
     *
     * @param stepMillis the length of a step in milliseconds
     */
    public long mostSteps(long stepMillis) {
        long longest = window instanceof SlidingWindow sliding ? sliding.sizeMillis() : window.cellMillis();
        return (longest + stepMillis - 1) / stepMillis;
    }

    /** This window by other rules of its zone. */
    NamedWindow by(PinnedZone rules) {
        boolean isOfZone =
                window.zone().filter(zone -> zone.id().equals(rules.id())).isPresent();
        return isOfZone ? new NamedWindow(name, window.by(rules)) : this;
    }

    TaggedFields identity() {
        return new TaggedFields().put(1, name).put(2, window.identity());
    }

    /** The window as a pipeline file writes it. */
    Map<String, Object> terms() {
        Map<String, Object> terms = new LinkedHashMap<>();
        terms.put("name", name);
        if (window instanceof SlidingWindow sliding) {
            terms.put("last", Durations.text(sliding.sizeMillis()));
            terms.put("every", Durations.text(sliding.everyMillis()));
        } else {
            terms.putAll(window.terms());
        }
        return terms;
    }

    /** A phrase that says when the window is released: "day, for every day of Europe/Berlin". */
    String words() {
        return name + ", " + window.words();
    }
}
