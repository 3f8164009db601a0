package dev.weir.operators.release;

import dev.weir.operators.aggregate.move.ScalarMove;
import dev.weir.operators.state.DataFields;
import dev.weir.operators.state.PagedRows;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The exact totals of the open cells of one query in one key group, by the end of the cell and the row of the key.
 *
 * <p>Bytes: those of {@link PagedRows} in every open cell that something has been added to.
 */
final class OpenTotals implements StatePart {

    private final int rows;
    private final int width;
    /** The totals that stay at the largest long where they would exceed it; none of them shrinks. */
    private final BitSet saturating;

    private final Map<Long, PagedRows> open = new TreeMap<>();

    /** The totals of the cell that was added to last. */
    private @Nullable PagedRows latest;

    private long latestEnd;

    /**
     * No totals.
     *
     * @param rows how many keys there are
     * @param width how many longs the totals of a key take
     * @param saturating which totals of a key only grow, and stay at the largest long where they would exceed it
     */
    OpenTotals(int rows, int width, BitSet saturating) {
        this.rows = rows;
        this.width = width;
        this.saturating = saturating;
    }

    /** Adds to the totals of a key. An overflow of a total that may shrink, too, stops the job: a total must never wrap. */
    void add(int row, long cellEnd, long[] amounts) {
        PagedRows cell = cell(cellEnd);
        long[] totals = cell.touch(row);
        int at = cell.at(row);
        for (int i = 0; i < width; i++) {
            totals[at + i] = saturating.get(i)
                    ? ScalarMove.saturatedSum(totals[at + i], amounts[i])
                    : Math.addExact(totals[at + i], amounts[i]);
        }
    }

    private PagedRows cell(long cellEnd) {
        PagedRows known = latest;
        if (known == null || latestEnd != cellEnd) {
            known = open.computeIfAbsent(cellEnd, end -> new PagedRows(rows, width));
            latest = known;
            latestEnd = cellEnd;
        }
        return known;
    }

    /** Takes out the totals of a cell, by the rows of keys; null if nothing has been added to it. */
    @Nullable PagedRows remove(long cellEnd) {
        latest = null;
        return open.remove(cellEnd);
    }

    /** Forgets the totals of cells that end at or before a time, epoch milliseconds. */
    void drop(long closedUpTo) {
        open.keySet().removeIf(end -> end <= closedUpTo);
        latest = null;
    }

    @Override
    public View view() {
        Map<Long, PagedRows> cells = Map.copyOf(open);
        return out -> write(cells, out);
    }

    @Override
    public void copyArrays() {
        open.replaceAll((end, totals) -> totals.copy());
        latest = null;
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
            DataFields.writeWords(words, at, width, out);
        });
    }

    @Override
    public void read(DataInput in) throws IOException {
        for (int cells = in.readInt(); cells > 0; cells--) {
            readCell(in.readLong(), in);
        }
    }

    private void readCell(long end, DataInput in) throws IOException {
        for (int left = in.readInt(); left > 0; left--) {
            int row = in.readInt();
            long[] amounts = new long[width];
            DataFields.readWords(in, amounts, 0, width);
            add(row, end, amounts);
        }
    }
}
