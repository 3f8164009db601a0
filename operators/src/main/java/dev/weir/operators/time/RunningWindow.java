package dev.weir.operators.time;

import dev.weir.accountant.calendar.CalendarPeriod;
import dev.weir.accountant.calendar.PinnedZone;
import dev.weir.accountant.continual.sums.RunningSums;
import dev.weir.accountant.continual.sums.SeriesSums;
import dev.weir.operators.encoding.TaggedFields;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Running totals: the release at the end of every step contains everything that was counted since the total was last
 * reset, or since the schedule began.
 *
 * <p>Resets are public: after every so long, aligned to the epoch, in UTC, or with every day, week or month of a zone. After a reset, a
 * total starts again from 0 with noise of its own. Steps are aligned to the epoch and have one length, so a period that begins within a
 * step resets the total with the step after it.
 */
public final class RunningWindow implements SeriesWindow {

    private static final long serialVersionUID = 1L;
    private static final int RUNNING = 3;

    private final long everyMillis;
    private final long horizon;

    /** The periods with each of which the total starts anew; null if it never does. */
    private final @Nullable Window periods;

    private final long lastStep;

    private RunningWindow(long everyMillis, long horizon, @Nullable Window periods, long lastStep) {
        this.everyMillis = everyMillis;
        this.horizon = horizon;
        this.periods = periods;
        this.lastStep = lastStep;
    }

    /**
     * Running totals that are never reset, released every {@code every}, tuned for {@code horizon} steps.
     *
     * @param every the length of a step, at least 1 ms
     * @param horizon the number of steps that the noise is tuned for, at least 1; {@link #UNBOUNDED} for any number. A series that
     *     runs on past its horizon loses accuracy and never privacy
     * @throws IllegalArgumentException if a parameter is out of range
     */
    public static RunningWindow of(Duration every, long horizon) {
        if (every.toMillis() < 1 || horizon < 1) {
            throw new IllegalArgumentException("every must be at least 1 ms and horizon at least 1 step, were "
                    + every.toMillis() + " ms and " + horizon);
        }
        return new RunningWindow(every.toMillis(), horizon, null, UNBOUNDED);
    }

    /**
     * These running totals, reset after every {@code period}.
     *
     * @param period the period, a whole number of steps
     * @throws IllegalArgumentException if the period is not a whole number of steps
     */
    public RunningWindow resetting(Duration period) {
        long millis = period.toMillis();
        if (millis < everyMillis || millis % everyMillis != 0) {
            throw new IllegalArgumentException("reset must be a whole number of steps, was " + millis
                    + " ms with steps of " + everyMillis + " ms");
        }
        return new RunningWindow(everyMillis, horizon, new TumblingWindow(millis), millis / everyMillis);
    }

    /**
     * These running totals, reset with every day, week or month of a zone. They have as many steps as the longest period from 1990 on;
     * of a longer one before, the last steps are not released.
     *
     * @param period the period
     * @param zone the zone, all of whose periods from 1990 on begin with a step
     * @throws IllegalArgumentException if a period begins within a step; the message tells the zone and the first such time
     */
    public RunningWindow resetting(CalendarPeriod period, PinnedZone zone) {
        Window calendar = Window.calendar(period, zone);
        long longest = 1;
        for (long start = calendar.cellStart(MetPeriods.FIRST);
                start < MetPeriods.LAST;
                start = calendar.cellEnd(start)) {
            if (start % everyMillis != 0) {
                throw new IllegalArgumentException("reset must be where a step ends: a " + period.calendar() + " of "
                        + zone + " begins at " + Instant.ofEpochMilli(start) + ", within a step of "
                        + Durations.text(everyMillis));
            }
            longest = Math.max(longest, (calendar.cellEnd(start) - start) / everyMillis);
        }
        return new RunningWindow(everyMillis, horizon, calendar, longest);
    }

    /** Whether the noise is tuned for any number of steps. */
    public boolean isUnbounded() {
        return horizon == UNBOUNDED;
    }

    /** Whether totals are reset. */
    @Override
    public boolean isReset() {
        return periods != null;
    }

    @Override
    public TaggedFields identity() {
        TaggedFields fields =
                new TaggedFields().put(1, RUNNING).put(2, everyMillis).put(3, horizon);
        return periods instanceof CalendarWindow
                ? fields.put(5, periods.identity())
                : fields.put(4, periods == null ? UNBOUNDED : periods.cellMillis());
    }

    @Override
    public Optional<PinnedZone> zone() {
        return periods == null ? Optional.empty() : periods.zone();
    }

    @Override
    public Window by(PinnedZone rules) {
        return periods instanceof CalendarWindow calendar ? resetting(calendar.period(), rules) : this;
    }

    @Override
    public long cellMillis() {
        return everyMillis;
    }

    /**
     * The start of the earliest total that is released. A total covers everything since its last reset, so it may start
     * before the schedule.
     */
    @Override
    public long earliestStart(long from) {
        return isReset() ? spanStart(cellEnd(from)) : cellStart(from);
    }

    @Override
    public Optional<SeriesSums> sums() {
        return Optional.of(new RunningSums(horizon, lastStep()));
    }

    @Override
    public boolean holdsSpan() {
        return true;
    }

    @Override
    public long lastStep() {
        return lastStep;
    }

    @Override
    public long spanEnd(long cellEnd) {
        return periods == null ? Long.MAX_VALUE : stepFrom(periods.cellEnd(cellEnd - everyMillis));
    }

    @Override
    public long spanStart(long cellEnd) {
        return periods == null ? Long.MIN_VALUE : stepFrom(periods.cellStart(cellEnd - everyMillis));
    }

    /** The start of the first step that starts at a time or later. */
    private long stepFrom(long time) {
        long within = Math.floorMod(time, everyMillis);
        long rest = within == 0 ? 0 : everyMillis - within;
        return time <= Long.MAX_VALUE - rest ? time + rest : Long.MAX_VALUE;
    }

    /** The last step that is released: that of the longest span, of those that meet the schedule and as far as it goes. */
    @Override
    public long steps(long from, long until) {
        if (!isReset() || until == UNBOUNDED) {
            return SeriesWindow.super.steps(from, until);
        }
        long lastEnd = lastEnd(until);
        long most = 0;
        long spanEnd = Long.MIN_VALUE;
        for (long end = cellEnd(from); spanEnd < lastEnd && most < lastStep; end = spanEnd + everyMillis) {
            spanEnd = spanEnd(end);
            most = Math.max(most, step(Math.min(spanEnd, lastEnd), 0));
        }
        return Math.min(most, lastStep);
    }

    @Override
    public long step(long end, long taken) {
        return isReset() ? (end - spanStart(end)) / everyMillis : taken + 1;
    }

    @Override
    public long start(long end, long step) {
        return end - step * everyMillis;
    }

    @Override
    public Map<String, Object> terms() {
        Map<String, Object> running = new LinkedHashMap<>();
        running.put("every", Durations.text(everyMillis));
        running.put("horizon", isUnbounded() ? "unbounded" : horizon);
        if (periods instanceof CalendarWindow) {
            running.put("reset", periods.terms());
        } else if (periods != null) {
            running.put("reset", Durations.text(periods.cellMillis()));
        }
        return Map.of("running", running);
    }

    @Override
    public String words() {
        return "every " + Durations.text(everyMillis) + " with its running total" + resets();
    }

    private String resets() {
        if (periods instanceof CalendarWindow) {
            return ", which starts anew " + periods.words();
        }
        return periods == null ? "" : ", which starts anew every " + Durations.text(periods.cellMillis());
    }

    /** Windows that mean the same are equal. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Window window
                && Arrays.equals(identity().bytes(), window.identity().bytes());
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(identity().bytes());
    }

    @Override
    public String toString() {
        return words();
    }
}
