package dev.weir.operators.release;

import dev.weir.operators.gate.PartialSum;
import dev.weir.operators.state.PagedRows;
import java.io.DataInput;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Releases every cell on its own: an exact total from its first contribution until the cell closes, then one draw. */
final class TumblingReleaser implements Releaser {

    private final NoisyRelease release;
    private final KeyRows keys;
    private final KeyAccounts accounts;
    private final OpenTotals open;
    private final LastReleases last;

    /**
     * Releases the cells of a key group.
     *
     * @param keys the keys of the group
     */
    TumblingReleaser(NoisyRelease release, KeyRows keys) {
        this.release = release;
        this.keys = keys;
        this.accounts = new KeyAccounts(keys);
        this.open = new OpenTotals(keys.size(), release.width(), release.saturating());
        this.last = release.lastReleases(keys.size());
    }

    @Override
    public void add(PartialSum partial) {
        open.add(keys.row(partial), partial.windowEnd(), partial.amounts());
    }

    @Override
    public void close(long end, List<Outcome> outcomes) {
        PagedRows totals = open.remove(end);
        long[] zeros = new long[release.width()];
        release.begin(end, accounts, outcomes);
        release.referTo(last);
        for (int row = 0; row < keys.size(); row++) {
            long[] exact = totals == null ? null : totals.find(row);
            int from = exact == null || totals == null ? 0 : totals.at(row);
            release.close(row, keys.name(row), exact == null ? zeros : exact, from);
        }
    }

    @Override
    public View view() {
        Map<Long, PagedRows> cells = open.view();
        Part released = last.view();
        return new View(accounts.view(), out -> {
            open.write(cells, out);
            released.write(out);
        });
    }

    @Override
    public void copyArrays() {
        open.copyArrays();
        last.copyArrays();
        accounts.copyArrays();
    }

    @Override
    public void readKeys(DataInput in) throws IOException {
        accounts.read(in);
    }

    @Override
    public void readCells(DataInput in) throws IOException {
        open.read(in);
        last.read(in);
    }

    /** Choices of the adopted state are forgotten: they may have been drawn anew and published with other values. */
    @Override
    public void readAdopted(DataInput in, long closedUpTo) throws IOException {
        open.read(in);
        open.drop(closedUpTo);
    }
}
