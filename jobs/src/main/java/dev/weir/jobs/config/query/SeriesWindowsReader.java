package dev.weir.jobs.config.query;

import dev.weir.accountant.calendar.CalendarPeriod;
import dev.weir.accountant.calendar.PinnedZone;
import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.ListType;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.MapType;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.grammar.Shape;
import dev.weir.operators.time.RunningWindow;
import dev.weir.operators.time.SeriesWindow;
import dev.weir.operators.time.Window;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads several windows that are released from one series: {@code {base, horizon, releases}}. */
final class SeriesWindowsReader {

    /** The field with the length of a step of the series. */
    static final Field<Duration> BASE = Field.of(
                    "base",
                    WindowFields.LENGTH,
                    "the length of a step of [one series from which several windows are released](#several-windows-from-one-series)")
            .required("one of the five");

    /** The field with the time by which steps start later than multiples of their length. */
    static final Field<Duration> OFFSET = Field.of(
            "offset",
            WindowFields.LENGTH,
            "how long after a multiple of their length, counted from the epoch, tumbling windows or the steps of `base` start: shorter than they"
                    + " are. Weeks from Monday are `{tumbling: 7d, offset: 4d}`");

    /** The field with the length of a window that ends again and again. */
    static final Field<Duration> LAST = Field.of(
                    "last", WindowFields.LENGTH, "the windows of this length, a whole number of `every`")
            .required("one of the two");

    /** The field with the time between the ends of such windows. */
    static final Field<Duration> EVERY = Field.of(
            "every",
            WindowFields.LENGTH,
            "with `last`: how often a window ends, a whole number of steps: with every step where it is left out");

    /** The field with the name of a window. */
    static final Field<String> NAME = Field.of(
            "name",
            Literals.TEXT,
            "the windows' name in release ids and rows: " + SeriesWindow.Named.NAME_RULE
                    + ". Where it is left out, it is `24h` for the last 24 hours, or `day`, `week` or `month`");

    private static final Shape LAST_SHAPE = Shape.of(LAST, EVERY, NAME);

    private static final Shape CALENDAR_SHAPE = Shape.of(
            WindowFields.CALENDAR.required("one of the two"), WindowFields.ZONE, WindowFields.WEEK_START, NAME);

    /** The field with the windows. */
    static final Field<List<Section>> RELEASES = Field.of(
                    "releases",
                    ListType.of(new MapType(List.of(LAST_SHAPE, CALENDAR_SHAPE))),
                    "the windows, at most " + SeriesWindow.Named.MOST
                            + ": `{last: 24h}` or `{name: berlin-day, calendar: day, zone: Europe/Berlin}`. Each begins and ends with a step")
            .required("with `base`");

    /** The fields of such windows; the first one belongs to no other kind of windows. */
    static final Shape SHAPE = Shape.of(BASE, OFFSET, WindowFields.HORIZON, RELEASES);

    private SeriesWindowsReader() {}

    static Window read(Section section) {
        Duration base = section.read(BASE, WindowFields.SHORTEST);
        Duration offset = offset(section, base);
        long horizon = section.read(WindowFields.HORIZON, 1L);
        int before = section.problemsSoFar();
        List<SeriesWindow.Named> named = new ArrayList<>();
        for (Section entry : section.read(RELEASES, List.of())) {
            named(entry, base, offset).ifPresent(named::add);
        }
        try {
            return SeriesWindow.several(base, offset, horizon, named);
        } catch (IllegalArgumentException e) {
            if (section.isSound(before) && section.has(RELEASES)) {
                section.problem(RELEASES, WindowFields.withoutFirstWord(e));
            }
            return RunningWindow.of(base, horizon);
        }
    }

    private static Duration offset(Section section, Duration base) {
        Duration offset = section.read(OFFSET, Duration.ZERO);
        if (offset.compareTo(base) < 0) {
            return offset;
        }
        section.problem(OFFSET, "must be shorter than base, was " + offset.toMillis() + " ms");
        return Duration.ZERO;
    }

    /** Reads one window. A window that does not fit the steps is a problem of its own line. */
    private static Optional<SeriesWindow.Named> named(Section entry, Duration base, Duration offset) {
        boolean isCalendar = entry.has(WindowFields.CALENDAR);
        Section known = entry.as(isCalendar ? CALENDAR_SHAPE : LAST_SHAPE);
        int before = known.problemsSoFar();
        SeriesWindow.Named window = null;
        try {
            window = isCalendar ? calendar(known) : last(known, base);
            if (known.isSound(before)) {
                SeriesWindow.several(base, offset, 1, List.of(window));
            }
        } catch (IllegalArgumentException e) {
            if (known.isSound(before)) {
                boolean isName = String.valueOf(e.getMessage()).startsWith("name ");
                known.problem(
                        isName ? NAME : isCalendar ? WindowFields.CALENDAR : LAST, WindowFields.withoutFirstWord(e));
            }
        }
        known.finish();
        return known.isSound(before) ? Optional.ofNullable(window) : Optional.empty();
    }

    private static SeriesWindow.Named calendar(Section entry) {
        CalendarPeriod period = WindowFields.period(entry);
        PinnedZone zone = entry.read(WindowFields.ZONE, PinnedZone.of("UTC"));
        return SeriesWindow.Named.calendar(entry.read(NAME, period.calendar()), period, zone);
    }

    /** Reads windows that end again and again. Without a name they are named as their length is written. */
    private static SeriesWindow.Named last(Section entry, Duration base) {
        Duration length = entry.read(LAST, base);
        String name = entry.has(NAME) ? entry.read(NAME, "") : entry.read(LAST.as(Literals.TEXT), "");
        return SeriesWindow.Named.last(name, length, entry.read(EVERY, base));
    }
}
