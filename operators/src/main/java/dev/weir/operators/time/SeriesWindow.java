package dev.weir.operators.time;

/**
 * Windows whose releases are functions of one series of totals for each key: a running total, or a sum that slides. Noise is
 * correlated from step to step, and what a unit pays for a contribution depends on its other contributions to the series.
 *
 * <p>A step is a cell. A series has its first step after a reset, or where the schedule begins, and ends for good at its last
 * step; every step is taken, with records or without.
 */
public sealed interface SeriesWindow extends Window permits RunningWindow, SlidingWindow {

    /** A time before every record, from which cells are numbered where a series is never reset. */
    long EARLIEST = -(1L << 60);

    /** No limit: of a horizon, of the time to a reset, or of the steps of a series. */
    long UNBOUNDED = Long.MAX_VALUE;

    /** The last step of a series; {@link #UNBOUNDED} if it is never reset. */
    long lastStep();

    /**
     * The number of the step that ends at a time.
     *
     * @param end the end of a cell, epoch milliseconds
     * @param taken how many steps of the series have been taken so far
     * @return at least 1; 1 where a series is to begin anew. More than {@code taken} + 1 only where the schedule begins between
     *     two resets
     */
    @Override
    long step(long end, long taken);

    /** An adoption ends a series: the step that it falls into is the last of the ended one. */
    @Override
    default long closedAt(long time) {
        return cellEnd(time - 1);
    }

    @Override
    default boolean sharesNoise() {
        return true;
    }

    /**
     * The last step of any series of which a schedule releases steps: at most {@link #lastStep}; {@link #UNBOUNDED} if neither has an
     * end.
     *
     * @param from windows that end at or before it are not released, epoch milliseconds
     * @param until windows that start at or after it are not released, epoch milliseconds; {@link #UNBOUNDED}: no end
     */
    default long steps(long from, long until) {
        return until == UNBOUNDED ? lastStep() : Math.min(lastStep(), cells(cellStart(from), lastEnd(until)));
    }

    @Override
    default long numberInSpan(long cellEnd) {
        return Math.floorDiv(cellEnd, cellMillis()) - Math.floorDiv(EARLIEST, cellMillis());
    }
}
