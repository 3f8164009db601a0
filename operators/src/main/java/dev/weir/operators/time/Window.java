package dev.weir.operators.time;

import dev.weir.accountant.calendar.CalendarPeriod;
import dev.weir.accountant.calendar.PinnedZone;
import dev.weir.accountant.continual.sums.SeriesSums;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.encoding.TaggedFields;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The times at which a query releases, and the records that each release is about.
 *
 * <p>Event time is divided into <em>cells</em> without gaps, in UTC or by the calendar of a zone. The cells are tumbling
 * windows themselves, panes of sliding windows, or steps of running totals. A record belongs to the cell that contains
 * its event time. A release is due at the end of each cell.
 *
 * <p>Cells are grouped into <em>spans</em>. A unit's contributions to a cell affect what the gate accepts from the unit
 * later in the same span, so the gate keeps them until the span ends. A span of tumbling windows is one cell.
 *
 * <p>All times are epoch milliseconds; results saturate at the ends of the range of a long.
 */
public sealed interface Window extends Serializable permits TumblingWindow, CalendarWindow, SeriesWindow {

    /** The length of a day in UTC, in milliseconds. */
    long DAY_MILLIS = 86_400_000L;

    /**
     * Days, weeks or months of a zone's calendar.
     *
     * @param period how long a window is
     * @param zone whose dates it consists of
     */
    static Window calendar(CalendarPeriod period, PinnedZone zone) {
        return new CalendarWindow(period, zone);
    }

    /** The encoding of the windows for a fingerprint: the kind of windows under tag 1, the settings under other tags. */
    TaggedFields identity();

    /** The length of a cell in milliseconds, at least 1; if cells differ, the length of the longest. */
    long cellMillis();

    /** The length of the shortest cell in milliseconds, at least 1. */
    default long shortestCellMillis() {
        return cellMillis();
    }

    /**
     * An upper bound of the number of cells that overlap one period.
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
     * An upper bound of the number of periods that one cell overlaps.
     *
     * @param periodMillis the length of periods in milliseconds, which are aligned to the epoch
     * @return at least 1
     */
    default long mostPeriods(long periodMillis) {
        long cell = cellMillis();
        boolean isAligned = periodMillis % cell == 0 || cell % periodMillis == 0;
        return isAligned ? Math.max(1, cell / periodMillis) : (cell - 2) / periodMillis + 2;
    }

    /**
     * An upper bound of the number of cells that overlap one period of a privacy unit; in another zone than UTC of one from 1990 to 2100.
     *
     * @param unit a unit with periods
     * @return at least 1
     */
    default long mostCells(PrivacyUnit unit) {
        if (unit.otherZone().isPresent()) {
            return MetPeriods.most(
                    unit, start -> cells(cellStart(start), cellEnd(unit.periodEnd(unit.period(start)) - 1)));
        }
        long most = mostCells(unit.longestMillis());
        // weeks and months begin with a day, but with no multiple of their length
        return unit.isAligned() || mostPeriods(DAY_MILLIS) == 1 ? most : most + 1;
    }

    /**
     * An upper bound of the number of periods of a privacy unit that one cell overlaps; in another zone than UTC from 1990 to 2100.
     *
     * @param unit a unit with periods
     * @return at least 1
     */
    default long mostPeriods(PrivacyUnit unit) {
        if (unit.otherZone().isPresent()) {
            return MetPeriods.most(unit, start -> unit.period(cellEnd(start) - 1) - unit.period(cellStart(start)) + 1);
        }
        if (unit.isAligned()) {
            return mostPeriods(unit.longestMillis());
        }
        return mostPeriods(DAY_MILLIS) == 1 ? 1 : (cellMillis() - 2) / unit.shortestMillis() + 2;
    }

    /**
     * The start of the cell that contains {@code time}. The start itself belongs to the cell.
     *
     * @param time epoch milliseconds
     */
    default long cellStart(long time) {
        long start = time - Math.floorMod(time, cellMillis());
        return start <= time ? start : Long.MIN_VALUE;
    }

    /**
     * The end of the cell that contains {@code time}. The end itself belongs to the next cell.
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
     * The end of the last cell that an adoption closes. An adoption closes every window that has ended.
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
     * The end of the span that a cell belongs to; {@link Long#MAX_VALUE} if spans never end.
     *
     * @param cellEnd the end of the cell, epoch milliseconds
     */
    long spanEnd(long cellEnd);

    /**
     * The start of the span that a cell belongs to; {@link Long#MIN_VALUE} if spans never end.
     *
     * @param cellEnd the end of the cell, epoch milliseconds
     */
    long spanStart(long cellEnd);

    /**
     * The increments of a key's series that a release sums, and the choice of noise for the series; empty if every cell
     * has independent noise.
     */
    default Optional<SeriesSums> sums() {
        return Optional.empty();
    }

    /**
     * Whether a release may be a function of the noisy numbers of several cells. The cells of a span then share noise.
     * If a span ends early, its totals and its noise must start again from nothing.
     */
    default boolean sharesNoise() {
        return sums().isPresent();
    }

    /**
     * The number of a cell within its span. It is at least 1 and grows by 1 from cell to cell.
     *
     * @param cellEnd the end of the cell, epoch milliseconds
     */
    long numberInSpan(long cellEnd);

    /** The number of the last cell of a span, as {@link #step} counts cells, or 1 for tumbling windows; {@link Long#MAX_VALUE} if spans never end. */
    long lastStep();

    /**
     * The largest number of a step that a schedule releases, at most {@link #lastStep}; {@link Long#MAX_VALUE} if
     * neither the series nor the schedule ends.
     *
     * @param from the start of the schedule: windows that end at or before it are not released, epoch milliseconds
     * @param until the end of the schedule: windows that start at or after it are not released, epoch milliseconds;
     *     {@link Long#MAX_VALUE} if the schedule has no end
     */
    default long steps(long from, long until) {
        return until == Long.MAX_VALUE ? lastStep() : Math.min(lastStep(), cells(cellStart(from), lastEnd(until)));
    }

    /**
     * The number of a cell within its span as releases state it: counted from the first cell after a reset, or of the
     * schedule.
     *
     * @param end the end of a cell, epoch milliseconds
     * @param taken the number of steps of the series that have been taken so far
     * @return 0 if every cell has noise of its own, because a release then has no step to state; otherwise at least 1.
     *     At 1 a new series begins. The number exceeds {@code taken} + 1 only if the schedule begins between two resets
     */
    long step(long end, long taken);

    /**
     * The start of the window that is released at a step, whose cell ends at {@code end}.
     *
     * @param end the end of the cell, epoch milliseconds
     * @param step the number of the step, as {@link #step} returns it
     */
    long start(long end, long step);

    /**
     * The number of a window, by which equal claims of rows take turns. It grows from window to window: by 1, or by the days of a calendar window.
     *
     * @param end the end of the window, epoch milliseconds
     */
    default long number(long end) {
        return Math.floorDiv(cellStart(end - 1), cellMillis());
    }

    /** The windows of several lengths that a query releases, by names; empty if its windows are of one kind, which needs no name. */
    default List<SeriesWindow.Named> named() {
        return List.of();
    }

    /** The zone whose calendar the windows, or the resets of totals, follow; empty if they have one length. */
    default Optional<PinnedZone> zone() {
        return Optional.empty();
    }

    /**
     * These windows by other rules of their zone; windows without a zone stay as they are.
     *
     * @param rules the zone with the other rules
     */
    default Window by(PinnedZone rules) {
        return this;
    }

    /** Whether the bounds on a unit's contributions start again within a schedule, because totals are reset. */
    default boolean isReset() {
        return false;
    }

    /** Whether a release contains everything that has been counted so far in the span of its cell. */
    boolean holdsSpan();

    /** Whether each release of a span contains everything that the release before it contained. */
    default boolean accumulates() {
        return sharesNoise() && holdsSpan();
    }

    /** The bounds on a unit's contributions that these windows accept. */
    Caps caps();

    /**
     * The names of bounds on a unit's contributions.
     *
     * @param names the names of the bounds in a pipeline file
     * @param where a phrase that names the windows that accept these bounds and can end a sentence
     * @param others the message about a bound that these windows do not accept, without the bound's name in front
     */
    record Caps(List<String> names, String where, String others) {

        /** The names as a list in words: "a, b or c". */
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
