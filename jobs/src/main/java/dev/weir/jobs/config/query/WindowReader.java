package dev.weir.jobs.config.query;

import dev.weir.accountant.continual.SeriesPrice;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.yaml.Item;
import dev.weir.operators.time.RunningWindow;
import dev.weir.operators.time.SeriesWindow;
import dev.weir.operators.time.SlidingWindow;
import dev.weir.operators.time.TumblingWindow;
import dev.weir.operators.time.Window;
import java.time.Duration;
import java.util.function.Function;

/** Reads the window of a query. */
public final class WindowReader {

    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofDays(366);
    public static final Function<Item, Duration> LENGTH = Literals.duration(SHORTEST, LONGEST);

    private WindowReader() {}

    static Window window(Section section) {
        Window window;
        if (section.has("running")) {
            window = running(section.optionalSection("running"));
        } else if (section.has("sliding")) {
            window = sliding(section);
        } else if (!section.has("tumbling")) {
            section.problem("tumbling", "exactly one of tumbling, sliding and running must be given");
            return TumblingWindow.of(SHORTEST);
        } else {
            window = TumblingWindow.of(section.required("tumbling", LENGTH, SHORTEST));
        }
        section.finish();
        return window;
    }

    private static Window sliding(Section section) {
        Duration size = section.required("sliding", LENGTH, SHORTEST);
        Duration every = section.required("every", LENGTH, SHORTEST);
        try {
            return SlidingWindow.of(size, every);
        } catch (IllegalArgumentException e) {
            section.problem("sliding", withoutFirstWord(e));
            return SlidingWindow.of(every, every);
        }
    }

    private static Window running(Section section) {
        Duration every = section.required("every", LENGTH, SHORTEST);
        long horizon = section.required("horizon", WindowReader::horizon, 1L);
        Duration reset = section.optional("reset", LENGTH, Duration.ZERO);
        section.finish();
        RunningWindow window = RunningWindow.of(every, horizon);
        return reset.isZero() ? window : resetting(section, window, reset);
    }

    private static Window resetting(Section section, RunningWindow window, Duration reset) {
        try {
            return window.resetting(reset);
        } catch (IllegalArgumentException e) {
            section.problem("reset", withoutFirstWord(e));
            return window;
        }
    }

    /** A refusal of the window begins with the name of the component, and a problem with the name of the field. */
    private static String withoutFirstWord(IllegalArgumentException refusal) {
        String message = String.valueOf(refusal.getMessage());
        return message.substring(message.indexOf(' ') + 1);
    }

    private static long horizon(Item item) {
        return item.text().equals("unbounded") && !item.isQuoted()
                ? SeriesWindow.UNBOUNDED
                : Literals.whole(1, SeriesPrice.LAST_STEP).apply(item);
    }
}
