package dev.weir.jobs.config.query;

import dev.weir.accountant.calendar.CalendarPeriod;
import dev.weir.accountant.calendar.PinnedZone;
import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.LiteralOrMap;
import dev.weir.jobs.config.grammar.MapType;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.grammar.Shape;
import dev.weir.operators.time.RunningWindow;
import dev.weir.operators.time.SlidingWindow;
import dev.weir.operators.time.TumblingWindow;
import dev.weir.operators.time.Window;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Reads the window of a query. */
public final class WindowReader {

    /** The field with the length of tumbling windows. */
    public static final Field<Duration> TUMBLING = Field.of(
                    "tumbling",
                    WindowFields.LENGTH,
                    "the windows' length, 1 s to 366 d: `[start, end)`, aligned to the epoch, in UTC")
            .required("one of the five");

    /** The field with the time by which tumbling windows start later than multiples of their length. */
    public static final Field<Duration> OFFSET = SeriesWindowsReader.OFFSET;

    /** The field with the period of the calendar that a window is. */
    public static final Field<String> CALENDAR = WindowFields.CALENDAR;

    /** The field with the number of steps of a series for which its noise is tuned. */
    public static final Field<Long> HORIZON = WindowFields.HORIZON;

    /** The field with the length of sliding windows. */
    public static final Field<Duration> SLIDING = Field.of(
                    "sliding",
                    WindowFields.LENGTH,
                    "the windows' length, a whole number of panes. A window ends at every multiple of `every`")
            .required("one of the five");

    /** The field with the length of a step of a running total or of a pane of a sliding window. */
    public static final Field<Duration> EVERY = Field.of(
                    "every",
                    WindowFields.LENGTH,
                    "how often a running total or a sliding window is released: the length of a step or pane")
            .required("with both");

    /** The field with the time after which a running total starts anew, or the periods of a calendar with which it does. */
    public static final Field<UnaryOperator<RunningWindow>> RESET = Field.of(
            "reset",
            new LiteralOrMap<>(
                    WindowFields.LENGTH.map(length -> window -> window.resetting(length)),
                    List.of(WindowFields.RESET_SHAPE),
                    WindowReader::calendarReset),
            "a running total starts anew after every so long, aligned to the epoch, in UTC: a whole number of steps; or with every day,"
                    + " week or month of a zone: `{calendar: month, zone: Europe/Berlin}`, if each begins with a step");

    /** The section {@code running}, for running totals. */
    public static final Field<Section> RUNNING = Field.of(
                    "running",
                    MapType.of(Shape.of(EVERY, HORIZON, RESET)),
                    "[running totals](#running-totals-and-sliding-windows)")
            .required("one of the five");

    private static final List<Kind> KINDS = List.of(
            new Kind(Shape.of(TUMBLING, OFFSET), WindowReader::tumbling),
            new Kind(Shape.of(SLIDING, EVERY), WindowReader::sliding),
            new Kind(WindowFields.CALENDAR_SHAPE, WindowReader::calendar),
            new Kind(Shape.of(RUNNING), section -> running(section.section(RUNNING))),
            new Kind(SeriesWindowsReader.SHAPE, SeriesWindowsReader::read));

    /** The section {@code window} of a query. */
    public static final Field<Section> WINDOW = Field.of(
                    "window", new MapType(KINDS.stream().map(Kind::shape).toList()), "when")
            .required();

    private static final List<Kind> STEADY = List.of(
            new Kind(
                    Shape.of(TUMBLING.required("one of the two")),
                    section -> TumblingWindow.of(section.read(TUMBLING, WindowFields.SHORTEST))),
            new Kind(Shape.of(SLIDING.required("one of the two"), EVERY), WindowReader::sliding));

    /** The section {@code window} where totals do not run on: tumbling or sliding windows. */
    public static final Field<Section> STEADY_WINDOW = Field.of(
                    "window", new MapType(STEADY.stream().map(Kind::shape).toList()), "when")
            .required();

    private WindowReader() {}

    /**
     * A kind of windows.
     *
     * @param shape the fields of the kind; the first one belongs to no other kind
     * @param reader reads the fields
     */
    private record Kind(Shape shape, Function<Section, Window> reader) {

        boolean isIn(Section section) {
            return section.has(shape.fields().get(0));
        }
    }

    static Window window(Section section) {
        return window(section, KINDS, "exactly one of tumbling, calendar, sliding, running and base must be given");
    }

    /**
     * Reads tumbling or sliding windows.
     *
     * @param section the section {@link #STEADY_WINDOW}
     */
    public static Window steady(Section section) {
        return window(section, STEADY, "exactly one of tumbling and sliding must be given");
    }

    private static Window window(Section section, List<Kind> kinds, String rule) {
        Optional<Kind> last = kinds.stream().filter(kind -> kind.isIn(section)).reduce((one, next) -> next);
        if (last.isEmpty()) {
            section.problem(TUMBLING, rule);
            return TumblingWindow.of(WindowFields.SHORTEST);
        }
        Section known = section.as(last.get().shape());
        Window window = last.get().reader().apply(known);
        known.finish();
        return window;
    }

    private static Window tumbling(Section section) {
        TumblingWindow window = TumblingWindow.of(section.read(TUMBLING, WindowFields.SHORTEST));
        Duration offset = section.read(OFFSET, Duration.ZERO);
        try {
            return window.startingAfter(offset);
        } catch (IllegalArgumentException e) {
            section.problem(OFFSET, WindowFields.withoutFirstWord(e));
            return window;
        }
    }

    private static Window calendar(Section section) {
        CalendarPeriod period = WindowFields.period(section);
        return Window.calendar(period, section.read(WindowFields.ZONE, PinnedZone.of("UTC")));
    }

    private static Optional<UnaryOperator<RunningWindow>> calendarReset(Section section) {
        Section known = section.as(WindowFields.RESET_SHAPE);
        CalendarPeriod period = WindowFields.period(known);
        Optional<PinnedZone> zone = known.find(WindowFields.ZONE);
        known.finish();
        return zone.map(found -> window -> window.resetting(period, found));
    }

    private static Window sliding(Section section) {
        Duration size = section.read(SLIDING, WindowFields.SHORTEST);
        Duration every = section.read(EVERY, WindowFields.SHORTEST);
        try {
            return SlidingWindow.of(size, every);
        } catch (IllegalArgumentException e) {
            section.problem(SLIDING, WindowFields.withoutFirstWord(e));
            return SlidingWindow.of(every, every);
        }
    }

    private static Window running(Section section) {
        Duration every = section.read(EVERY, WindowFields.SHORTEST);
        long horizon = section.read(HORIZON, 1L);
        UnaryOperator<RunningWindow> reset = section.read(RESET, UnaryOperator.identity());
        section.finish();
        RunningWindow window = RunningWindow.of(every, horizon);
        try {
            return reset.apply(window);
        } catch (IllegalArgumentException e) {
            section.problem(RESET, WindowFields.withoutFirstWord(e));
            return window;
        }
    }
}
