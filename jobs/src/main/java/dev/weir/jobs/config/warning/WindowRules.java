package dev.weir.jobs.config.warning;

import dev.weir.accountant.continual.sums.SeriesSums;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.query.WindowReader;
import dev.weir.jobs.config.warning.ReadFile.ReadQuery;
import dev.weir.operators.encoding.Spelled;
import dev.weir.operators.time.Durations;
import dev.weir.operators.time.SeriesWindow;
import dev.weir.operators.time.Window;
import java.time.Duration;

/** Rules about windows that do not fit the unit, the day or each other. */
final class WindowRules {

    private static final long DAY = Duration.ofDays(1).toMillis();

    /**
     * The number of periods from which a window is long: a week is a common choice for units of a user and day, a month
     * is not what the unit hides.
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
        Field<Duration> field = query.isTumbling() ? WindowReader.TUMBLING : WindowReader.SLIDING;
        long length = millis(window(query), field);
        if (unit.isPeriodic() && length / unit.periodEnd(0) > MANY_PERIODS) {
            query.warn(
                    window(query),
                    field,
                    "holds " + length / unit.periodEnd(0) + " periods of the unit " + Spelled.of(unit)
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

    /** How many steps a running total takes until it is reset; unbounded where it is not, or does not run. */
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

    /** Warns of a wrong horizon: if it is not the number of steps that are taken, noise is larger than necessary. */
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
                    running(query),
                    WindowReader.HORIZON,
                    "noise is tuned for one step alone: write how many will be taken, or unbounded");
        }
    }
}
