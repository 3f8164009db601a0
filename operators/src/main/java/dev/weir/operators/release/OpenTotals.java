package dev.weir.operators.release;

import dev.weir.operators.aggregate.move.ScalarMove;
import dev.weir.operators.state.DataFields;
import dev.weir.operators.state.KeptEntries;
import dev.weir.operators.state.PagedEntries;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The exact totals of the open cells of one query in one key group, by the end of the cell and the entry of the key.
 *
 * <p>Memory: one {@link PagedEntries} for every open cell that has received a sum.
 */
final class OpenTotals implements StatePart {

    private final int entries;
    private final int width;
    /** The indexes of the totals of a key that never fall and stay at the largest long instead of overflowing. */
    private final BitSet saturating;
    /** The most records that a cell of a key keeps; 0 if records are added up. */
    private final int kept;

    private final Map<Long, PagedEntries> open = new TreeMap<>();

    /** The totals of the cell to which the last sum was added. */
    private @Nullable PagedEntries latest;

    private long latestEnd;

    /**
     * Creates an object without open cells.
     *
     * @param entries the number of keys
     * @param width the number of totals of a key
     * @param saturating the indexes of the totals of a key that never fall and stay at the largest long instead of
     * overflowing
     * @param kept the most records that a cell of a key keeps; 0 if records are added up
     */
    OpenTotals(int entries, int width, BitSet saturating, int kept) {
        this.entries = entries;
        this.width = width;
        this.saturating = saturating;
        this.kept = kept;
    }

    /**
     * Adds amounts to the totals of a key, or keeps them as a record. If a total that may fall overflows, an exception stops the job, because a
     * total must never wrap around.
     */
    void add(int entry, long cellEnd, long[] amounts) {
        PagedEntries cell = cell(cellEnd);
        long[] totals = cell.touch(entry);
        int at = cell.at(entry);
        for (int i = 0; i < width; i++) {
            totals[at + i] = saturating.get(i)
                    ? ScalarMove.saturatedSum(totals[at + i], amounts[i])
                    : Math.addExact(totals[at + i], amounts[i]);
        }
    }

    private PagedEntries cell(long cellEnd) {
        PagedEntries known = latest;
        if (known == null || latestEnd != cellEnd) {
            known = open.computeIfAbsent(cellEnd, end -> KeptEntries.or(entries, width, kept));
            latest = known;
            latestEnd = cellEnd;
        }
        return known;
    }

    /** Removes and returns the totals of a cell, by the entries of keys; null if the cell has received no sum. */
    @Nullable PagedEntries remove(long cellEnd) {
        latest = null;
        return open.remove(cellEnd);
    }

    /** Drops the totals of cells that end at or before a time, epoch milliseconds. */
    void drop(long closedUpTo) {
        open.keySet().removeIf(end -> end <= closedUpTo);
        latest = null;
    }

    @Override
    public View view() {
        Map<Long, PagedEntries> cells = Map.copyOf(open);
        return out -> write(cells, out);
    }

    @Override
    public void copyArrays() {
        open.replaceAll((end, totals) -> totals.copy());
        latest = null;
    }

    private void write(Map<Long, PagedEntries> cells, DataOutput out) throws IOException {
        out.writeInt(cells.size());
        for (Map.Entry<Long, PagedEntries> cell : cells.entrySet()) {
            out.writeLong(cell.getKey());
            write(cell.getValue(), out);
        }
    }

    /** Writes the totals that are not 0, each with the entry of its key. */
    private void write(PagedEntries totals, DataOutput out) throws IOException {
        int[] nonZero = new int[1];
        totals.forEachNonZero((entry, words, at) -> nonZero[0]++);
        out.writeInt(nonZero[0]);
        totals.forEachNonZero((entry, words, at) -> {
            out.writeInt(entry);
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
            int entry = in.readInt();
            long[] amounts = new long[width];
            DataFields.readWords(in, amounts, 0, width);
            add(entry, end, amounts);
        }
    }
}
