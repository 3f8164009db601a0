package dev.weir.operators.release;

import dev.weir.operators.gate.PartialSum;
import dev.weir.operators.state.PagedRows;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Releases every cell on its own: an exact total from its first contribution until the cell closes, then one draw.
 *
 * <p>Bytes: those of {@link PagedRows} in every open window that something has been added to.
 */
final class TumblingReleaser implements Releaser {

    private final NoisyRelease release;
    private final KeyRows keys;
    private final KeyAccounts accounts;
    private final int width;
    private final Map<Long, PagedRows> open = new TreeMap<>();

    /** The totals of the window that was added to last. */
    private @Nullable PagedRows latest;

    private long latestEnd;

    /**
     * Releases the cells of a key group.
     *
     * @param keys the keys of the group
     */
    TumblingReleaser(NoisyRelease release, KeyRows keys) {
        this.release = release;
        this.keys = keys;
        this.accounts = new KeyAccounts(keys);
        this.width = release.width();
    }

    @Override
    public void add(PartialSum partial) {
        add(keys.row(partial), partial.windowEnd(), partial.amounts());
    }

    /** An overflow stops the job: a total must never wrap. */
    private void add(int row, long cellEnd, long[] amounts) {
        PagedRows window = window(cellEnd);
        long[] totals = window.touch(row);
        int at = window.at(row);
        for (int i = 0; i < width; i++) {
            totals[at + i] = Math.addExact(totals[at + i], amounts[i]);
        }
    }

    private PagedRows window(long cellEnd) {
        PagedRows known = latest;
        if (known == null || latestEnd != cellEnd) {
            known = open.computeIfAbsent(cellEnd, end -> new PagedRows(keys.size(), width));
            latest = known;
            latestEnd = cellEnd;
        }
        return known;
    }

    @Override
    public void close(long end, List<Outcome> outcomes) {
        PagedRows totals = open.remove(end);
        latest = null;
        long[] zeros = new long[width];
        release.begin(end, accounts, outcomes);
        for (int row = 0; row < keys.size(); row++) {
            long[] exact = totals == null ? null : totals.find(row);
            int from = exact == null || totals == null ? 0 : totals.at(row);
            release.close(row, keys.name(row), exact == null ? zeros : exact, from);
        }
    }

    @Override
    public View view() {
        KeyAccounts.Writer spent = accounts.view();
        Map<Long, PagedRows> cells = Map.copyOf(open);
        return new View() {
            @Override
            public void writeKeys(DataOutput out) throws IOException {
                spent.write(out);
            }

            @Override
            public void writeCells(DataOutput out) throws IOException {
                write(cells, out);
            }
        };
    }

    @Override
    public void copyArrays() {
        open.replaceAll((end, totals) -> totals.copy());
        latest = null;
        accounts.copyArrays();
    }

    private void write(Map<Long, PagedRows> cells, DataOutput out) throws IOException {
        out.writeInt(cells.size());
        for (Map.Entry<Long, PagedRows> cell : cells.entrySet()) {
            out.writeLong(cell.getKey());
            write(cell.getValue(), out);
        }
    }

    /** Writes the totals that are not 0, each with the row of its key. */
    private void write(PagedRows totals, DataOutput out) throws IOException {
        int[] nonZero = new int[1];
        totals.forEachNonZero((row, words, at) -> nonZero[0]++);
        out.writeInt(nonZero[0]);
        totals.forEachNonZero((row, words, at) -> {
            out.writeInt(row);
            for (int i = 0; i < width; i++) {
                out.writeLong(words[at + i]);
            }
        });
    }

    @Override
    public void readKeys(DataInput in) throws IOException {
        accounts.read(in);
    }

    @Override
    public void readCells(DataInput in) throws IOException {
        for (int cells = in.readInt(); cells > 0; cells--) {
            readCell(in.readLong(), in);
        }
    }

    private void readCell(long end, DataInput in) throws IOException {
        for (int left = in.readInt(); left > 0; left--) {
            int row = in.readInt();
            long[] amounts = new long[width];
            for (int i = 0; i < width; i++) {
                amounts[i] = in.readLong();
            }
            add(row, end, amounts);
        }
    }
}
