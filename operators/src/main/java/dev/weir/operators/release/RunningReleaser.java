package dev.weir.operators.release;

import dev.weir.operators.gate.PartialSum;
import dev.weir.operators.state.PagedRows;
import java.io.DataInput;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Releases running totals: at every step of the schedule, the noisy totals of the series of every key. */
final class RunningReleaser implements Releaser {

    private final SeriesRelease release;
    private final KeyRows keys;
    private final KeyAccounts accounts;
    private final OpenTotals open;
    private final SeriesRows series;

    /**
     * Releases the running totals of a key group.
     *
     * @param keys the keys of the group
     */
    RunningReleaser(SeriesRelease release, KeyRows keys) {
        this.release = release;
        this.keys = keys;
        this.accounts = new KeyAccounts(keys);
        this.open = new OpenTotals(keys.size(), release.coordinates());
        this.series = new SeriesRows(release, keys.size());
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
        series.raise(totals);
        outcomes.addAll(release.outcomes(step(end, step), series, totals, release.reveals() ? series.exact() : null));
    }

    private SeriesRelease.Step step(long end, long number) {
        return new SeriesRelease.Step(end, number, keys, accounts);
    }

    @Override
    public View view() {
        Map<Long, PagedRows> cells = open.view();
        Part rows = series.view();
        return new View(accounts.view(), out -> {
            open.write(cells, out);
            rows.write(out);
        });
    }

    @Override
    public void copyArrays() {
        accounts.copyArrays();
        open.copyArrays();
        series.copyArrays();
    }

    @Override
    public void readKeys(DataInput in) throws IOException {
        accounts.read(in);
    }

    @Override
    public void readCells(DataInput in) throws IOException {
        open.read(in);
        series.read(in);
    }

    /** The series and what has been added to them end together: the gate has forgotten what units moved of either. */
    @Override
    public void readAdopted(DataInput in, long closedUpTo) {}
}
