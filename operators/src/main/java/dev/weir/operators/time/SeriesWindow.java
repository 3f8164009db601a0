package dev.weir.operators.time;

import dev.weir.accountant.continual.sums.SeriesSums;
import java.util.List;
import java.util.Optional;

/**
 * Windows whose releases are functions of one series of totals for each key: a running total, or a sum that slides.
 * Noise is correlated from step to step, and the price of a unit's contribution depends on its other contributions to
 * the series.
 *
 * <p>A step is a cell. A series has its first step after a reset, or where the schedule begins, and ends for good at
 * its last step; every step is taken, with records or without.
 */
public sealed interface SeriesWindow extends Window permits RunningWindow, SlidingWindow {

    /** A time before every record. If a series is never reset, its cells are numbered from there. */
    long EARLIEST = -(1L << 60);

    /** Stands for no limit: of a horizon, of the time to a reset, or of the steps of a series. */
    long UNBOUNDED = Long.MAX_VALUE;

    /** The names of the bounds that series accept. */
    Caps CAPS = new Caps(
            List.of("keys-per-period", "records-per-key", "participations", "separation"),
            "where totals run or windows slide",
            "is for tumbling windows; use keys-per-period, records-per-key, participations or separation");

    @Override
    Optional<SeriesSums> sums();

    /**
     * The end of the last step of a series that an adoption ends: the step that contains the millisecond before
     * {@code time}.
     */
    @Override
    default long closedAt(long time) {
        return cellEnd(time - 1);
    }

    @Override
    default Caps caps() {
        return CAPS;
    }

    @Override
    default long numberInSpan(long cellEnd) {
        return Math.floorDiv(cellEnd, cellMillis()) - Math.floorDiv(EARLIEST, cellMillis());
    }
}
