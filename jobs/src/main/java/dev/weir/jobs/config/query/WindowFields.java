package dev.weir.jobs.config.query;

import dev.weir.accountant.calendar.CalendarPeriod;
import dev.weir.accountant.calendar.PinnedZone;
import dev.weir.accountant.continual.SeriesPrice;
import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.Literal;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.grammar.Shape;
import dev.weir.jobs.settings.Item;
import dev.weir.operators.time.SeriesWindow;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The fields that several kinds of windows have, and how they are read. */
final class WindowFields {

    static final Duration SHORTEST = Duration.ofSeconds(1);
    static final Literal<Duration> LENGTH = Literals.duration(SHORTEST, Duration.ofDays(366));
    private static final Literal<Long> STEPS = Literals.whole(1, SeriesPrice.LAST_STEP);

    /** The field with the period of the calendar that a window is. */
    static final Field<String> CALENDAR = Field.of(
                    "calendar",
                    Literals.choice(List.of("day", "week", "month"), "day, week or month"),
                    "`day`, `week` or `month` of the calendar of a zone: [days where people live](#calendars)")
            .required("one of the five");

    /** The field with the zone of a calendar. */
    static final Field<PinnedZone> ZONE = Field.of(
                    "zone",
                    Literals.ZONE,
                    "of a calendar: a zone of the tz database, such as `Europe/Berlin`, or `UTC`")
            .required("with `calendar`");

    /** The field with the day on which weeks begin. */
    static final Field<String> WEEK_START = Field.of(
            "week-start",
            Literals.choice(List.of("monday", "sunday"), "monday or sunday"),
            "with `calendar: week`: `monday`, the default, or `sunday`");

    /** The field with the number of steps of a running total for which its noise is tuned. */
    static final Field<Long> HORIZON = Field.of(
                    "horizon",
                    new Literal<>(
                            WindowFields::horizon,
                            Map.of(
                                    "anyOf",
                                    List.of(
                                            STEPS.schema(),
                                            Literals.oneOf("unbounded").schema()))),
                    "for how many steps the noise of a running total is tuned, or `unbounded`. Running on past it costs accuracy,"
                            + " never privacy")
            .required("with `running` or `base`");

    static final Shape CALENDAR_SHAPE = Shape.of(CALENDAR, ZONE, WEEK_START);

    static final Shape RESET_SHAPE = Shape.of(CALENDAR.required(), ZONE, WEEK_START);

    private WindowFields() {}

    static CalendarPeriod period(Section section) {
        String period = section.read(CALENDAR, "day");
        String weekStart = section.read(WEEK_START, "monday");
        if (section.has(WEEK_START) && !period.equals("week")) {
            section.problem(WEEK_START, "must not be given: it is for calendar: week");
        }
        return CalendarPeriod.of(period, weekStart).orElseThrow();
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
