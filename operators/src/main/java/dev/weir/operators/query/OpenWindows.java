package dev.weir.operators.query;

import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.TimeBounds;
import dev.weir.operators.time.Window;
import java.util.List;

/**
 * Limits the memory of a plan's open windows. A record may be ahead of its slot by the largest skew, and a window stays
 * open for the delay. So whatever records arrive, the number of open cells of a query is at most skew plus delay,
 * divided by the length of the shortest cell and rounded up, plus two; nor is it above the number of the schedule's
 * windows. Only cells with records take memory, but the limit assumes that all of them have records.
 *
 * <p>The memory of units in the gate is not included, because it depends on the number of units.
 */
final class OpenWindows {

    /** The bytes that each window takes for its entries in the tables of gate and release operator. */
    private static final int WINDOW_BYTES = 512;

    private OpenWindows() {}

    /**
     * Refuses queries whose open windows take too much memory.
     *
     * @param schedule the windows that are released; no other windows are ever open
     * @throws IllegalArgumentException if the open windows may take more than {@link CellBytes#MOST}
     */
    static void require(List<PricedQuery> queries, TimeBounds timing, Schedule schedule) {
        double bytes = 0;
        for (PricedQuery priced : queries) {
            double windows = mostOpen(priced.query().window(), timing, schedule);
            bytes += windows * bytes(priced.query());
            if (bytes > CellBytes.MOST) {
                throw tooMany(windows, priced.query().name(), bytes);
            }
        }
    }

    private static IllegalArgumentException tooMany(double windows, String query, double bytes) {
        return new IllegalArgumentException(String.format(
                "max-skew and delay let %.0f windows of query %s be open at once; open windows times keys may take at"
                        + " most %d MB over all queries, these take %.0f: lower max-skew or delay, or use longer"
                        + " windows or fewer keys",
                windows, query, CellBytes.MOST >> 20, bytes / (1 << 20)));
    }

    private static double bytes(Query query) {
        return WINDOW_BYTES
                + CellBytes.of(query.keys().ticking(), query.layout().coordinates());
    }

    private static double mostOpen(Window window, TimeBounds timing, Schedule schedule) {
        double shortest = (double) window.shortestCellMillis();
        double open =
                Math.ceil(((double) timing.maxSkewMillis() + timing.delayMillis()) / shortest) + CellBytes.WINDOWS;
        return schedule.isBounded() ? Math.min(open, (double) schedule.windows(window)) : open;
    }
}
