package dev.weir.operators.time;

import dev.weir.accountant.continual.sums.SeriesSums;
import java.util.List;
import java.util.Optional;

/**
 * Windows whose releases are functions of one series of totals for each key: running totals, sums over sliding
 * windows, or several windows. Noise is correlated from step to step, and the price of a unit's contribution depends on the unit's other
 * contributions to the series.
 *
 * <p>A step is a cell. A series has its first step after a reset, or where the schedule begins, and ends at its last
 * step. Every step is taken, with records or without.
 */
public sealed interface SeriesWindow extends Window permits RunningWindow, SlidingWindow, WindowsOfSeries {

    /** A time before every record. The cells of a series that is never reset are numbered from this time on. */
    long EARLIEST = -(1L << 60);

    /** The value of a horizon, of the time to a reset, or of the number of steps of a series if there is no limit. */
    long UNBOUNDED = Long.MAX_VALUE;

    /** The names of the bounds that series accept. */
    Caps CAPS = new Caps(
            List.of("keys-per-period", "records-per-key", "participations", "separation"),
            "where totals run or windows slide",
            "is for tumbling windows; use keys-per-period, records-per-key, participations or separation");

    @Override
    Optional<SeriesSums> sums();

    /**
     * The end of the last step that an adoption at {@code time} closes: the step that contains the millisecond before
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
