package dev.weir.jobs.config.warning;

import dev.weir.accountant.continual.sums.SeriesSums;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.query.WindowReader;
import dev.weir.jobs.config.warning.ReadFile.ReadQuery;
import dev.weir.operators.time.Durations;
import dev.weir.operators.time.SeriesWindow;
import dev.weir.operators.time.Window;
import java.time.Duration;

/** Rules about windows whose length does not fit the unit's period, the day, or the steps of the window itself. */
final class WindowRules {

    private static final long DAY = Duration.ofDays(1).toMillis();

    /**
     * The largest number of the unit's periods in a window without a warning. A week is a common window for units of
     * one user and day; a unit of a day does not hide what a user does in a month.
     */
    private static final long MANY_PERIODS = 7;

    private WindowRules() {}

    private static Section window(ReadQuery query) {
        return query.section().section(WindowReader.WINDOW);
    }

    private static long millis(Section section, Field<Duration> field) {
        return section.read(field, false, Duration.ZERO).toMillis();
    }

    static void manyPeriods(ReadQuery query) {
        PrivacyUnit unit = query.file().plan().unit();
        Section window = window(query);
        if (window.has(WindowReader.CALENDAR)) {
            manyPeriods(query, WindowReader.CALENDAR, query.query().window().cellMillis(), unit);
        } else {
            Field<Duration> field = query.isTumbling() ? WindowReader.TUMBLING : WindowReader.SLIDING;
            manyPeriods(query, field, millis(window, field), unit);
        }
    }

    private static void manyPeriods(ReadQuery query, Field<?> field, long length, PrivacyUnit unit) {
        if (unit.isPeriodic() && length / unit.longestMillis() > MANY_PERIODS) {
            query.warn(
                    window(query),
                    field,
                    "holds " + length / unit.longestMillis() + " periods of the unit " + unit.words()
                            + ": somebody who is there in all of them is as many units, each with the whole budget");
        }
    }

    static void notOfADay(ReadQuery query) {
        long length = millis(window(query), WindowReader.TUMBLING);
        if (length > 0 && DAY % length != 0 && length % DAY != 0) {
            query.warn(
                    window(query),
                    WindowReader.TUMBLING,
                    "does not divide a day: windows begin at other times each day, because they are aligned to the epoch, was "
                            + Durations.text(length));
        }
    }

    static void onePane(ReadQuery query) {
        if (window(query).has(WindowReader.SLIDING)
                && millis(window(query), WindowReader.SLIDING) == millis(window(query), WindowReader.EVERY)) {
            query.warn(
                    window(query),
                    WindowReader.SLIDING,
                    "is as long as every: such windows do not slide, write tumbling");
        }
    }

    private static Section running(ReadQuery query) {
        return window(query).section(WindowReader.RUNNING, false);
    }

    /**
     * The number of steps of a running total until it is reset; unbounded if it is not reset, or if the window is of
     * another kind.
     */
    static long stepsUntilReset(ReadQuery query) {
        Window window = query.query().window();
        return window.sharesNoise() ? window.lastStep() : SeriesWindow.UNBOUNDED;
    }

    static void oneStep(ReadQuery query) {
        if (stepsUntilReset(query) == 1) {
            query.warn(
                    running(query),
                    WindowReader.RESET,
                    "is as long as every: a total of one step does not run, write tumbling");
        }
    }

    /** Warns of a wrong horizon. If the horizon differs from the number of steps that are taken, noise is larger than necessary. */
    static void wrongHorizon(ReadQuery query) {
        long horizon = query.query().window().sums().map(SeriesSums::horizon).orElse(SeriesWindow.UNBOUNDED);
        long steps = stepsUntilReset(query);
        if (steps != SeriesWindow.UNBOUNDED && horizon != steps) {
            query.warn(
                    running(query),
                    WindowReader.HORIZON,
                    "noise is tuned for other than the " + steps
                            + " steps that are taken until the reset: write horizon: " + steps);
        } else if (horizon == 1 && steps != 1) {
            query.warn(
                    query.query().window().named().isEmpty() ? running(query) : window(query),
                    WindowReader.HORIZON,
                    "noise is tuned for one step alone: write how many will be taken, or unbounded");
        }
    }
}
