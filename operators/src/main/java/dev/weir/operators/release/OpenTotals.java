package dev.weir.operators.release;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The exact totals of the open cells of one query in one key group, by the end of the cell and the row of the key.
 *
 * <p>Bytes: 8 for each key and coordinate in every open cell that something has been added to, whatever key it was.
 */
final class OpenTotals {

    private final int rows;
    private final int width;
    private final Map<Long, long[]> open = new TreeMap<>();

    /** The totals of the cell that was added to last. */
    private long @Nullable [] latest;

    private long latestEnd;

    /**
     * No totals.
     *
     * @param rows how many keys there are
     * @param width how many longs the totals of a key take
     */
    OpenTotals(int rows, int width) {
        this.rows = rows;
        this.width = width;
    }

    /** Adds to the totals of a key. An overflow stops the job: a total must never wrap. */
    void add(int row, long cellEnd, long[] amounts) {
        if (latest == null || latestEnd != cellEnd) {
            latest = open.computeIfAbsent(cellEnd, end -> new long[Math.multiplyExact(rows, width)]);
            latestEnd = cellEnd;
        }
        long[] totals = latest;
        int at = row * width;
        for (int i = 0; i < width; i++) {
            totals[at + i] = Math.addExact(totals[at + i], amounts[i]);
        }
    }

    /** Takes out the totals of a cell, row by row; null if nothing has been added to it. */
    long @Nullable [] remove(long cellEnd) {
        latest = null;
        return open.remove(cellEnd);
    }

    /** The totals as they are now; {@link #copyArrays} must be called before anything is added. */
    Map<Long, long[]> view() {
        return Map.copyOf(open);
    }

    /** Replaces what {@link #view} has handed out by copies. */
    void copyArrays() {
        open.replaceAll((end, totals) -> totals.clone());
        latest = null;
    }

    /** Writes what {@link #view} has returned. */
    void write(Map<Long, long[]> cells, DataOutput out) throws IOException {
        out.writeInt(cells.size());
        for (Map.Entry<Long, long[]> cell : cells.entrySet()) {
            out.writeLong(cell.getKey());
            write(cell.getValue(), out);
        }
    }

    /** Writes the totals that are not 0, each with the row of its key. */
    private void write(long[] totals, DataOutput out) throws IOException {
        int nonZero = 0;
        for (int row = 0; row < rows; row++) {
            nonZero += isZero(totals, row) ? 0 : 1;
        }
        out.writeInt(nonZero);
        for (int row = 0; row < rows; row++) {
            if (!isZero(totals, row)) {
                out.writeInt(row);
                for (int i = 0; i < width; i++) {
                    out.writeLong(totals[row * width + i]);
                }
            }
        }
    }

    private boolean isZero(long[] totals, int row) {
        for (int at = row * width; at < (row + 1) * width; at++) {
            if (totals[at] != 0) {
                return false;
            }
        }
        return true;
    }

    void read(DataInput in) throws IOException {
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
