package dev.weir.operators.publish.row;

import java.util.ArrayList;
import java.util.List;

/**
 * Rows in {@link PublishedRow#PUBLIC_ORDER}, as bytes.
 *
 * @param rows the rows as they were written
 * @param order the indexes of the rows in {@code rows}, in public order
 * @param from the index in {@code order} of the first row of this part
 * @param to the index after the last row of this part
 */
public record OrderedRows(RowBytes rows, int[] order, int from, int to) {

    /**
     * The largest number of rows in a batch, so that no batch grows with the number of keys. How rows are divided into
     * batches depends only on the number of rows, which is public.
     */
    public static final int MOST_ROWS = 1 << 17;

    /** The number of rows in this part. */
    public int size() {
        return to - from;
    }

    /** Divides the rows into parts, each of which becomes a batch. */
    public List<OrderedRows> parts() {
        return parts(MOST_ROWS);
    }

    /** Divides the rows into parts of at most {@code most} rows. */
    List<OrderedRows> parts(int most) {
        List<OrderedRows> parts = new ArrayList<>();
        for (int first = from; first < to; first += most) {
            parts.add(new OrderedRows(rows, order, first, Math.min(to, first + most)));
        }
        return parts;
    }

    /**
     * Copies all rows into one array, each preceded by its length. The array begins with room for a header.
     *
     * @param headerBytes the length of the header in bytes, at least 0
     */
    public byte[] gatherBehindLengths(int headerBytes) {
        byte[] gathered = new byte[length(headerBytes)];
        int at = headerBytes;
        for (int i = from; i < to; i++) {
            int row = order[i];
            int length = rows.length(row);
            BigEndian.writeInt(length, gathered, at);
            at += Integer.BYTES;
            System.arraycopy(rows.array(row), rows.start(row), gathered, at, length);
            at += length;
        }
        return gathered;
    }

    private int length(int headerBytes) {
        int length = headerBytes;
        for (int i = from; i < to; i++) {
            length = Math.addExact(length, Integer.BYTES + rows.length(order[i]));
        }
        return length;
    }
}
