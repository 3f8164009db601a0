package dev.weir.operators.time;

import dev.weir.accountant.continual.sums.SeriesSums;
import dev.weir.operators.encoding.TaggedFields;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * When a query releases, and which records each release is about.
 *
 * <p>Event time is divided into <em>cells</em> without gaps, aligned to the epoch, in UTC: the windows themselves where they
 * tumble, panes where they slide, steps where a total runs. A record falls into the cell that holds its event time. A
 * release is due at the end of each cell.
 *
 * <p>Cells are grouped into <em>spans</em>: what a unit has contributed to a cell matters for its later contributions within
 * the same span, so the gate keeps it until the span ends. A span is one cell where windows tumble.
 *
 * <p>All times are epoch milliseconds; results saturate at the ends of the range of a long.
 */
public sealed interface Window extends Serializable permits TumblingWindow, SeriesWindow {

    /** The encoding of the windows for a fingerprint: the kind under tag 1, their settings under other tags. */
    TaggedFields identity();

    /** The length of a cell in milliseconds, at least 1: that of the longest where cells differ. */
    long cellMillis();

    /** The length of the shortest cell in milliseconds, at least 1. */
    default long shortestCellMillis() {
        return cellMillis();
    }

    /**
     * How many cells at most hold an instant of one period.
     *
     * @param periodMillis the length of periods in milliseconds, which are aligned to the epoch
     * @return at least 1
     */
    default long mostCells(long periodMillis) {
        long cell = cellMillis();
        boolean isAligned = periodMillis % cell == 0 || cell % periodMillis == 0;
        return Math.max(1, isAligned ? periodMillis / cell : periodMillis / cell + 2);
    }

    /** The start of the cell that holds {@code time}; it belongs to the cell. */
    default long cellStart(long time) {
        long start = time - Math.floorMod(time, cellMillis());
        return start <= time ? start : Long.MIN_VALUE;
    }

    /** The end of the cell that holds {@code time}; it belongs to the next cell. */
    default long cellEnd(long time) {
        long start = cellStart(time);
        return start <= Long.MAX_VALUE - cellMillis() ? start + cellMillis() : Long.MAX_VALUE;
    }

    /** How many cells end after {@code from} and at or before {@code to}, where both are ends of cells or starts. */
    default long cells(long from, long to) {
        return (to - from) / cellMillis();
    }

    /** The end of the last cell with a window that starts before {@code until}. */
    default long lastEnd(long until) {
        return cellEnd(until - 1);
    }

    /**
     * The end of the last cell that an adoption closes which closes every window that has ended.
     *
     * @param time the adoption's, epoch milliseconds
     */
    default long closedAt(long time) {
        return cellStart(time);
    }

    /** The start of the earliest window that is released where windows that end at or before {@code from} are not. */
    default long earliestStart(long from) {
        return cellStart(from);
    }

    /** The end of the span that a cell belongs to; {@link Long#MAX_VALUE} if it never ends. */
    long spanEnd(long cellEnd);

    /** The start of the span that a cell belongs to; {@link Long#MIN_VALUE} where spans never end. */
    long spanStart(long cellEnd);

    /** What is released of the series of totals of each key, and what is known of its noise; empty where every cell has noise of its own. */
    default Optional<SeriesSums> sums() {
        return Optional.empty();
    }

    /**
     * Whether a release may be made of the noisy numbers of several cells: the cells of a span then share noise, and a span which ends
     * early must begin anew from nothing.
     */
    default boolean sharesNoise() {
        return sums().isPresent();
    }

    /** The number of a cell within its span: at least 1, and 1 more than that of the cell before. */
    long numberInSpan(long cellEnd);

    /** The last cell of a span; {@link Long#MAX_VALUE} if spans never end. */
    long lastStep();

    /**
     * The last step of any series of which a schedule releases steps: at most {@link #lastStep}; {@link Long#MAX_VALUE} if neither has an
     * end.
     *
     * @param from windows that end at or before it are not released, epoch milliseconds
     * @param until windows that start at or after it are not released, epoch milliseconds; {@link Long#MAX_VALUE}: no end
     */
    default long steps(long from, long until) {
        return until == Long.MAX_VALUE ? lastStep() : Math.min(lastStep(), cells(cellStart(from), lastEnd(until)));
    }

    /**
     * The number of a cell within its span, as releases state it: from the first cell after a reset, or of the schedule.
     *
     * @param end the end of a cell, epoch milliseconds
     * @param taken how many steps of the series have been taken so far
     * @return at least 1; 1 where a series is to begin anew. More than {@code taken} + 1 only where the schedule begins between
     *     two resets. 0 where every cell has noise of its own, so that a release has no step to state
     */
    long step(long end, long taken);

    /** The start of the window that is released at a step, whose cell ends at {@code end}. */
    long start(long end, long step);

    /** Whether what a unit has contributed counts anew from time to time within a schedule, because totals start again. */
    default boolean isReset() {
        return false;
    }

    /** Whether a release holds all that has been counted so far in the span of its cell: nothing leaves it before the span ends. */
    boolean holdsSpan();

    /** Whether each release of a span holds what the one before held and more. */
    default boolean accumulates() {
        return sharesNoise() && holdsSpan();
    }

    /** Which bounds on what a unit contributes these windows take. */
    Caps caps();

    /**
     * Bounds on what a unit contributes.
     *
     * @param names as a pipeline file writes them
     * @param where a phrase that says which windows take them, to end a sentence with
     * @param others what is wrong with a bound that these windows do not take
     */
    record Caps(List<String> names, String where, String others) {

        /** The names one after the other: "a, b or c". */
        public String listed() {
            int last = names.size() - 1;
            return String.join(", ", names.subList(0, last)) + " or " + names.get(last);
        }
    }

    /** The windows as a pipeline file writes them: field to value, durations as {@code 1h}. */
    Map<String, Object> terms();

    /** A phrase that says when a key is released, to end a sentence with: "in every window of 1h". */
    String words();
}
