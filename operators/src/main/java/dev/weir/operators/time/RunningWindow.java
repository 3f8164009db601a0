package dev.weir.operators.time;

import dev.weir.accountant.continual.sums.RunningSums;
import dev.weir.accountant.continual.sums.SeriesSums;
import dev.weir.operators.encoding.TaggedFields;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Running totals: the release at the end of every step contains everything that was counted since the total was last
 * reset, or since the schedule began.
 *
 * <p>Resets are aligned to the epoch, in UTC, and are public. After a reset, a total starts again from 0 with noise of
 * its own.
 *
 * @param everyMillis the length of a step in milliseconds, at least 1
 * @param horizon the number of steps that the noise is tuned for, at least 1; {@link #UNBOUNDED} for any number. A
 * series that runs on past its horizon loses accuracy and never privacy
 * @param resetMillis the milliseconds after which a total restarts: a whole number of steps; {@link #UNBOUNDED} if
 *     totals never restart
 */
public record RunningWindow(long everyMillis, long horizon, long resetMillis) implements SeriesWindow {

    private static final int RUNNING = 3;

    /** @throws IllegalArgumentException if a component is not as described */
    public RunningWindow {
        if (everyMillis < 1 || horizon < 1) {
            throw new IllegalArgumentException("every must be at least 1 ms and horizon at least 1 step, were "
                    + everyMillis + " ms and " + horizon);
        }
        if (resetMillis != UNBOUNDED && (resetMillis < everyMillis || resetMillis % everyMillis != 0)) {
            throw new IllegalArgumentException("reset must be a whole number of steps, was " + resetMillis
                    + " ms with steps of " + everyMillis + " ms");
        }
    }

    /**
     * Running totals that are never reset, released every {@code every}, tuned for {@code horizon} steps.
     *
     * @param every the length of a step, at least 1 ms
     * @param horizon the number of steps that the noise is tuned for, at least 1; {@link #UNBOUNDED} for any number
     * @throws IllegalArgumentException if a parameter is out of range
     */
    public static RunningWindow of(Duration every, long horizon) {
        return new RunningWindow(every.toMillis(), horizon, UNBOUNDED);
    }

    /**
     * These running totals, reset after every {@code period}.
     *
     * @param period the period, a whole number of steps
     * @throws IllegalArgumentException if the period is not a whole number of steps
     */
    public RunningWindow resetting(Duration period) {
        return new RunningWindow(everyMillis, horizon, period.toMillis());
    }

    /** Whether the noise is tuned for any number of steps. */
    public boolean isUnbounded() {
        return horizon == UNBOUNDED;
    }

    /** Whether totals are reset. */
    @Override
    public boolean isReset() {
        return resetMillis != UNBOUNDED;
    }

    @Override
    public TaggedFields identity() {
        return new TaggedFields()
                .put(1, RUNNING)
                .put(2, everyMillis)
                .put(3, horizon)
                .put(4, resetMillis);
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
        return isReset() ? new TumblingWindow(resetMillis).cellStart(from) : cellStart(from);
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
        return isReset() ? resetMillis / everyMillis : UNBOUNDED;
    }

    @Override
    public long spanEnd(long cellEnd) {
        return isReset() ? new TumblingWindow(resetMillis).cellEnd(cellEnd - 1) : Long.MAX_VALUE;
    }

    @Override
    public long spanStart(long cellEnd) {
        return isReset() ? new TumblingWindow(resetMillis).cellStart(cellEnd - 1) : Long.MIN_VALUE;
    }

    /**
     * The last step that is released: the number of steps between two resets, or fewer if the schedule ends before the
     * first reset after the schedule's start.
     */
    @Override
    public long steps(long from, long until) {
        if (!isReset() || until == UNBOUNDED) {
            return SeriesWindow.super.steps(from, until);
        }
        long lastEnd = lastEnd(until);
        return spanEnd(cellEnd(from)) < lastEnd ? lastStep() : step(lastEnd, 0);
    }

    @Override
    public long step(long end, long taken) {
        return isReset() ? lastStep() - (spanEnd(end) - end) / everyMillis : taken + 1;
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
        if (isReset()) {
            running.put("reset", Durations.text(resetMillis));
        }
        return Map.of("running", running);
    }

    @Override
    public String words() {
        return "every " + Durations.text(everyMillis) + " with its running total"
                + (isReset() ? ", which starts anew every " + Durations.text(resetMillis) : "");
    }
}
