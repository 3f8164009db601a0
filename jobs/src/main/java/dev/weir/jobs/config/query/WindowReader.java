package dev.weir.jobs.config.query;

import dev.weir.accountant.calendar.CalendarPeriod;
import dev.weir.accountant.calendar.PinnedZone;
import dev.weir.accountant.continual.SeriesPrice;
import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.Literal;
import dev.weir.jobs.config.grammar.LiteralOrMap;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.MapType;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.grammar.Shape;
import dev.weir.jobs.settings.Item;
import dev.weir.operators.time.RunningWindow;
import dev.weir.operators.time.SeriesWindow;
import dev.weir.operators.time.SlidingWindow;
import dev.weir.operators.time.TumblingWindow;
import dev.weir.operators.time.Window;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Reads the window of a query. */
public final class WindowReader {

    static final Duration SHORTEST = Duration.ofSeconds(1);
    static final Literal<Duration> LENGTH = Literals.duration(SHORTEST, Duration.ofDays(366));
    private static final Literal<Long> STEPS = Literals.whole(1, SeriesPrice.LAST_STEP);

    /** The field with the length of tumbling windows. */
    public static final Field<Duration> TUMBLING = Field.of(
                    "tumbling",
                    LENGTH,
                    "the windows' length, 1 s to 366 d: `[start, end)`, aligned to the epoch, in UTC")
            .required("one of the five");

    /** The field with the time by which tumbling windows start later than multiples of their length. */
    public static final Field<Duration> OFFSET = Field.of(
            "offset",
            LENGTH,
            "how long after a multiple of their length, counted from the epoch, tumbling windows start: shorter than they are. Weeks"
                    + " from Monday are `{tumbling: 7d, offset: 4d}`");

    /** The field with the period of the calendar that a window is. */
    public static final Field<String> CALENDAR = Field.of(
                    "calendar",
                    Literals.choice(List.of("day", "week", "month"), "day, week or month"),
                    "`day`, `week` or `month` of the calendar of a zone: [days where people live](#calendars)")
            .required("one of the five");

    /** The field with the zone of a calendar. */
    public static final Field<PinnedZone> ZONE = Field.of(
                    "zone",
                    Literals.ZONE,
                    "of a calendar: a zone of the tz database, such as `Europe/Berlin`, or `UTC`")
            .required("with `calendar`");

    /** The field with the day on which weeks begin. */
    public static final Field<String> WEEK_START = Field.of(
            "week-start",
            Literals.choice(List.of("monday", "sunday"), "monday or sunday"),
            "with `calendar: week`: `monday`, the default, or `sunday`");

    /** The field with the length of sliding windows. */
    public static final Field<Duration> SLIDING = Field.of(
                    "sliding",
                    LENGTH,
                    "the windows' length, a whole number of panes. A window ends at every multiple of `every`")
            .required("one of the five");

    /** The field with the length of a step of a running total or of a pane of a sliding window. */
    public static final Field<Duration> EVERY = Field.of(
                    "every",
                    LENGTH,
                    "how often a running total or a sliding window is released: the length of a step or pane")
            .required("with both");

    /** The field with the number of steps of a running total for which its noise is tuned. */
    public static final Field<Long> HORIZON = Field.of(
                    "horizon",
                    new Literal<>(
                            WindowReader::horizon,
                            Map.of(
                                    "anyOf",
                                    List.of(
                                            STEPS.schema(),
                                            Literals.oneOf("unbounded").schema()))),
                    "for how many steps the noise of a running total is tuned, or `unbounded`. Running on past it costs accuracy,"
                            + " never privacy")
            .required("with `running` or `base`");

    static final Shape CALENDAR_SHAPE = Shape.of(CALENDAR, ZONE, WEEK_START);

    /** The field with the time after which a running total starts anew, or the periods of a calendar with which it does. */
    public static final Field<UnaryOperator<RunningWindow>> RESET = Field.of(
            "reset",
            new LiteralOrMap<>(
                    LENGTH.map(length -> window -> window.resetting(length)),
                    List.of(CALENDAR_SHAPE),
                    WindowReader::calendarReset),
            "a running total starts anew after every so long, aligned to the epoch, in UTC: a whole number of steps; or with every day,"
                    + " week or month of a zone: `{calendar: month, zone: Europe/Berlin}`, if each begins with a step");

    /** The section {@code running}, for running totals. */
    public static final Field<Section> RUNNING = Field.of(
                    "running",
                    MapType.of(Shape.of(EVERY, HORIZON, RESET)),
                    "[running totals](#running-totals-and-sliding-windows)")
            .required("one of the five");

    private static final Kind SLIDING_WINDOWS = new Kind(Shape.of(SLIDING, EVERY), WindowReader::sliding);

    private static final List<Kind> KINDS = List.of(
            new Kind(Shape.of(TUMBLING, OFFSET), WindowReader::tumbling),
            SLIDING_WINDOWS,
            new Kind(CALENDAR_SHAPE, WindowReader::calendar),
            new Kind(Shape.of(RUNNING), section -> running(section.section(RUNNING))),
            new Kind(SeriesWindowsReader.SHAPE, SeriesWindowsReader::read));

    /** The section {@code window} of a query. */
    public static final Field<Section> WINDOW = Field.of(
                    "window", new MapType(KINDS.stream().map(Kind::shape).toList()), "when")
            .required();

    private static final List<Kind> STEADY = List.of(
            new Kind(Shape.of(TUMBLING), section -> TumblingWindow.of(section.read(TUMBLING, SHORTEST))),
            SLIDING_WINDOWS);

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
            return TumblingWindow.of(SHORTEST);
        }
        Section known = section.as(last.get().shape());
        Window window = last.get().reader().apply(known);
        known.finish();
        return window;
    }

    private static Window tumbling(Section section) {
        TumblingWindow window = TumblingWindow.of(section.read(TUMBLING, SHORTEST));
        Duration offset = section.read(OFFSET, Duration.ZERO);
        try {
            return window.startingAfter(offset);
        } catch (IllegalArgumentException e) {
            section.problem(OFFSET, withoutFirstWord(e));
            return window;
        }
    }

    private static Window calendar(Section section) {
        CalendarPeriod period = period(section);
        return Window.calendar(period, section.read(ZONE, PinnedZone.of("UTC")));
    }

    static CalendarPeriod period(Section section) {
        String period = section.read(CALENDAR, "day");
        String weekStart = section.read(WEEK_START, "monday");
        if (section.has(WEEK_START) && !period.equals("week")) {
            section.problem(WEEK_START, "must not be given: it is for calendar: week");
        }
        return CalendarPeriod.of(period, weekStart).orElseThrow();
    }

    private static Optional<UnaryOperator<RunningWindow>> calendarReset(Section section) {
        Section known = section.as(CALENDAR_SHAPE);
        CalendarPeriod period = period(known);
        Optional<PinnedZone> zone = known.find(ZONE);
        known.finish();
        return zone.map(found -> window -> window.resetting(period, found));
    }

    private static Window sliding(Section section) {
        Duration size = section.read(SLIDING, SHORTEST);
        Duration every = section.read(EVERY, SHORTEST);
        try {
            return SlidingWindow.of(size, every);
        } catch (IllegalArgumentException e) {
            section.problem(SLIDING, withoutFirstWord(e));
            return SlidingWindow.of(every, every);
        }
    }

    private static Window running(Section section) {
        Duration every = section.read(EVERY, SHORTEST);
        long horizon = section.read(HORIZON, 1L);
        UnaryOperator<RunningWindow> reset = section.read(RESET, UnaryOperator.identity());
        section.finish();
        RunningWindow window = RunningWindow.of(every, horizon);
        try {
            return reset.apply(window);
        } catch (IllegalArgumentException e) {
            section.problem(RESET, withoutFirstWord(e));
            return window;
        }
    }

    /**
     * Drops the first word of a refusal. The window's message begins with the name of its component, but a problem
     * begins with the name of the field.
     */
    static String withoutFirstWord(IllegalArgumentException refusal) {
        String message = String.valueOf(refusal.getMessage());
        return message.substring(message.indexOf(' ') + 1);
    }

    private static long horizon(Item item) {
        return item.text().equals("unbounded") && !item.isQuoted()
                ? SeriesWindow.UNBOUNDED
                : STEPS.parser().apply(item);
    }
}
