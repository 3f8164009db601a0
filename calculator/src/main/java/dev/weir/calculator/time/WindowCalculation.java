package dev.weir.calculator.time;

import dev.weir.accountant.calendar.CalendarPeriod;
import dev.weir.accountant.calendar.PinnedZone;
import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Calculation;
import dev.weir.calculator.question.Kind;
import dev.weir.calculator.question.Option;
import dev.weir.calculator.question.Question;
import dev.weir.operators.time.Window;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Locale;

/** The calculation {@code window}: the day, week or month of a zone that a time belongs to. */
public final class WindowCalculation {

    private static final long HOUR = 3_600_000;

    private static final Option<PinnedZone> ZONE =
            Option.of("zone", new Kind<>("a zone", PinnedZone::of), "of the tz database, such as Europe/Berlin");
    private static final Option<String> CALENDAR = Option.choice("calendar", "", "day", "week", "sunday-week", "month");
    private static final Option<Instant> AT =
            Option.of("at", new Kind<>("a time such as 2026-01-31T00:00:00Z", WindowCalculation::time), "when");

    /** The question, with its formula. */
    public static final Calculation CALCULATION = new Calculation(
            Question.named(
                            "window",
                            "When the day, week or month of a zone begins and ends that a time belongs to, by the rules of this Java.")
                    .with(ZONE, CALENDAR, AT)
                    .answering("start", "end", "hours")
                    .example("--zone Europe/Berlin --calendar day --at 2026-03-29T12:00:00Z"),
            WindowCalculation::answer);

    private WindowCalculation() {}

    private static Instant time(String text) {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeParseException e) {
            throw (NumberFormatException) new NumberFormatException(text).initCause(e);
        }
    }

    private static Answer answer(Arguments arguments) {
        String period = arguments.get(CALENDAR).toUpperCase(Locale.ROOT).replace('-', '_');
        Window window = Window.calendar(CalendarPeriod.valueOf(period), arguments.get(ZONE));
        long time = arguments.get(AT).toEpochMilli();
        long start = window.cellStart(time);
        long end = window.cellEnd(time);
        Answer answer = new Answer()
                .with("start", Instant.ofEpochMilli(start).toString())
                .with("end", Instant.ofEpochMilli(end).toString());
        long length = end - start;
        return length % HOUR == 0 ? answer.with("hours", length / HOUR) : answer.with("hours", (double) length / HOUR);
    }
}
