package dev.weir.operators.time;

import dev.weir.accountant.continual.sums.SeriesSums;
import dev.weir.operators.encoding.TaggedFields;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The times at which a query releases, and the records that each release is about.
 *
 * <p>Event time is divided into <em>cells</em> without gaps, aligned to the epoch, in UTC: the windows themselves where
 * they tumble, panes of sliding windows, steps of running totals. A record belongs to the cell that contains its event
 * time. A release is due at the end of each cell.
 *
 * <p>Cells are grouped into <em>spans</em>: the contributions of a unit to a cell matter for its later contributions
 * within the same span, so the gate keeps them until the span ends. A span is one cell where windows tumble.
 *
 * <p>All times are epoch milliseconds; results saturate at the ends of the range of a long.
 */
public sealed interface Window extends Serializable permits TumblingWindow, SeriesWindow {

    /** The encoding of the windows for a fingerprint: the kind under tag 1, their settings under other tags. */
    TaggedFields identity();

    /** The length of a cell in milliseconds, at least 1; if cells differ, the length of the longest. */
    long cellMillis();

    /** The length of the shortest cell in milliseconds, at least 1. */
    default long shortestCellMillis() {
        return cellMillis();
    }

    /**
     * The largest number of cells that have an instant in common with one period.
     *
     * @param periodMillis the length of periods in milliseconds, which are aligned to the epoch
     * @return at least 1
     */
    default long mostCells(long periodMillis) {
        long cell = cellMillis();
        boolean isAligned = periodMillis % cell == 0 || cell % periodMillis == 0;
        return Math.max(1, isAligned ? periodMillis / cell : periodMillis / cell + 2);
    }

    /**
     * The start of the cell that holds {@code time}; it belongs to the cell.
     *
     * @param time epoch milliseconds
     */
    default long cellStart(long time) {
        long start = time - Math.floorMod(time, cellMillis());
        return start <= time ? start : Long.MIN_VALUE;
    }

    /**
     * The end of the cell that holds {@code time}; it belongs to the next cell.
     *
     * @param time epoch milliseconds
     */
    default long cellEnd(long time) {
        long start = cellStart(time);
        return start <= Long.MAX_VALUE - cellMillis() ? start + cellMillis() : Long.MAX_VALUE;
    }

    /**
     * How many cells end after {@code from} and at or before {@code to}.
     *
     * @param from the start or end of a cell, epoch milliseconds
     * @param to the start or end of a cell, epoch milliseconds, not before {@code from}
     */
    default long cells(long from, long to) {
        return (to - from) / cellMillis();
    }

    /**
     * The end of the last cell with a window that starts before {@code until}.
     *
     * @param until epoch milliseconds
     */
    default long lastEnd(long until) {
        return cellEnd(until - 1);
    }

    /**
     * The end of the last cell that is closed by an adoption that closes every window that has ended.
     *
     * @param time the time of the adoption, epoch milliseconds
     */
    default long closedAt(long time) {
        return cellStart(time);
    }

    /**
     * The start of the earliest window that a schedule releases.
     *
     * @param from the start of the schedule, epoch milliseconds: windows that end at or before it are not released
     */
    default long earliestStart(long from) {
        return cellStart(from);
    }

    /**
     * The end of the span that a cell belongs to; {@link Long#MAX_VALUE} if it never ends.
     *
     * @param cellEnd the end of the cell, epoch milliseconds
     */
    long spanEnd(long cellEnd);

    /**
     * The start of the span that a cell belongs to; {@link Long#MIN_VALUE} where spans never end.
     *
     * @param cellEnd the end of the cell, epoch milliseconds
     */
    long spanStart(long cellEnd);

    /**
     * Which increments of a key's series a release sums, and the noise of the series; empty if every cell has
     * independent noise.
     */
    default Optional<SeriesSums> sums() {
        return Optional.empty();
    }

    /**
     * Whether a release may be a function of the noisy numbers of several cells. The cells of a span then share noise,
     * and a span that ends early must restart from nothing.
     */
    default boolean sharesNoise() {
        return sums().isPresent();
    }

    /**
     * The number of a cell within its span: at least 1, and 1 more than that of the cell before.
     *
     * @param cellEnd the end of the cell, epoch milliseconds
     */
    long numberInSpan(long cellEnd);

    /** The number of the last cell of a span; {@link Long#MAX_VALUE} if spans never end. */
    long lastStep();

    /**
     * The last step of any series of which a schedule releases steps: at most {@link #lastStep}; {@link Long#MAX_VALUE} if neither has an
     * end.
     *
     * @param from the start of the schedule: windows that end at or before it are not released, epoch milliseconds
     * @param until the end of the schedule: windows that start at or after it are not released, epoch milliseconds;
     * {@link Long#MAX_VALUE} if there is none
     */
    default long steps(long from, long until) {
        return until == Long.MAX_VALUE ? lastStep() : Math.min(lastStep(), cells(cellStart(from), lastEnd(until)));
    }

    /**
     * The number of a cell within its span as releases state it: counted from the first cell after a reset, or of the
     * schedule.
     *
     * @param end the end of a cell, epoch milliseconds
     * @param taken how many steps of the series have been taken so far
     * @return at least 1; 1 where a series is to begin anew. More than {@code taken} + 1 only where the schedule begins between
     *     two resets. 0 where every cell has noise of its own, so that a release has no step to state
     */
    long step(long end, long taken);

    /**
     * The start of the window that is released at a step, whose cell ends at {@code end}.
     *
     * @param end the end of the cell, epoch milliseconds
     * @param step the number of the step, as {@link #step} returns it
     */
    long start(long end, long step);

    /** Whether the contributions of units are counted anew within a schedule, because totals are reset. */
    default boolean isReset() {
        return false;
    }

    /**
     * Whether a release contains everything that has been counted in the span of its cell, so that nothing leaves it
     * before the span ends.
     */
    boolean holdsSpan();

    /** Whether each release of a span contains what the one before it contained. */
    default boolean accumulates() {
        return sharesNoise() && holdsSpan();
    }

    /** The bounds on a unit's contributions that these windows accept. */
    Caps caps();

    /**
     * The names of bounds on a unit's contributions.
     *
     * @param names the names as a pipeline file writes them
     * @param where a phrase that names the windows that accept them, to end a sentence with
     * @param others the fault of a bound that these windows do not accept
     */
    record Caps(List<String> names, String where, String others) {

        /** The names one after the other: "a, b or c". */
        public String listed() {
            int last = names.size() - 1;
            return String.join(", ", names.subList(0, last)) + " or " + names.get(last);
        }
    }

    /** The windows as a pipeline file writes them: a map from fields to values, durations as {@code 1h}. */
    Map<String, Object> terms();

    /** A phrase that says when a key is released and can end a sentence: "in every window of 1h". */
    String words();
}
