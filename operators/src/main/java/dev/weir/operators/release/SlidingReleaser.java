package dev.weir.operators.release;

import dev.weir.operators.gate.PartialSum;
import dev.weir.operators.state.PagedRows;
import dev.weir.operators.time.SlidingWindow;
import java.io.DataInput;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * Releases sliding windows: at the end of every pane, what the noisy totals of the series of every key have grown by since a
 * window before. Both totals have been drawn once, so a window is a function of them and costs nothing of its own.
 */
final class SlidingReleaser implements Releaser {

    private final SeriesRelease release;
    private final KeyRows keys;
    private final KeyAccounts accounts;
    private final OpenTotals open;
    private final SeriesRows series;
    private final TotalsRing noisy;

    /** The exact totals, if they are revealed. */
    private final TotalsRing exact;

    /**
     * Releases the sliding windows of a key group.
     *
     * @param keys the keys of the group
     */
    SlidingReleaser(SeriesRelease release, KeyRows keys, SlidingWindow window) {
        this.release = release;
        this.keys = keys;
        this.accounts = new KeyAccounts(keys);
        this.open = new OpenTotals(keys.size(), release.coordinates());
        this.series = new SeriesRows(release, keys.size());
        this.noisy = new TotalsRing(window.panes());
        this.exact = new TotalsRing(release.reveals() ? window.panes() : 0);
    }

    @Override
    public void add(PartialSum partial) {
        open.add(keys.row(partial), partial.windowEnd(), partial.amounts());
    }

    @Override
    public void close(long end, List<Outcome> outcomes) {
        PagedRows added = open.remove(end);
        long step = series.moveTo(end);
        if (step > release.lastStep()) {
            return;
        }
        long[] totals = series.step(added);
        long[] values = windows(totals, noisy.replace(step, totals));
        release.processing().raiseAll(values);
        long[] revealed = release.reveals() ? exactWindows(step) : null;
        outcomes.addAll(release.outcomes(new SeriesRelease.Step(end, step, keys, accounts), series, values, revealed));
    }

    private long[] exactWindows(long step) {
        long[] totals = series.exact();
        return windows(totals, exact.replace(step, totals));
    }

    /** What the totals of all keys have grown by. */
    private static long[] windows(long[] totals, long[] before) {
        long[] values = new long[totals.length];
        for (int at = 0; at < values.length; at++) {
            values[at] = TotalsRing.difference(totals[at], before, at);
        }
        return values;
    }

    @Override
    public View view() {
        Map<Long, PagedRows> cells = open.view();
        List<Part> totals = List.of(series.view(), noisy.view(), exact.view());
        return new View(accounts.view(), out -> {
            open.write(cells, out);
            for (Part part : totals) {
                part.write(out);
            }
        });
    }

    @Override
    public void copyArrays() {
        accounts.copyArrays();
        open.copyArrays();
        series.copyArrays();
        noisy.copyArrays();
        exact.copyArrays();
    }

    @Override
    public void readKeys(DataInput in) throws IOException {
        accounts.read(in);
    }

    @Override
    public void readCells(DataInput in) throws IOException {
        open.read(in);
        series.read(in);
        noisy.read(in);
        exact.read(in);
    }

    /** The series and what has been added to them end together: the gate has forgotten what units moved of either. */
    @Override
    public void readAdopted(DataInput in, long closedUpTo) {}
}
