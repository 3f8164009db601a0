package dev.weir.operators.publish.row;

import java.util.ArrayList;
import java.util.List;

/**
 * Rows in {@link PublishedRow#PUBLIC_ORDER}, as bytes.
 *
 * @param rows as they were written
 * @param order the numbers of the rows, in public order
 * @param from the first of them that counts
 * @param to behind the last
 */
public record OrderedRows(RowBytes rows, int[] order, int from, int to) {

    /** The most rows of a batch, so that no array grows with the number of keys: where batches end depends on the schedule alone. */
    public static final int MOST_ROWS = 1 << 17;

    /** How many rows there are. */
    public int size() {
        return to - from;
    }

    /** The same rows, in parts that each are a batch. */
    public List<OrderedRows> parts() {
        return parts(MOST_ROWS);
    }

    /** The same rows in parts of at most {@code most} rows. */
    List<OrderedRows> parts(int most) {
        List<OrderedRows> parts = new ArrayList<>();
        for (int first = from; first < to; first += most) {
            parts.add(new OrderedRows(rows, order, first, Math.min(to, first + most)));
        }
        return parts;
    }

    /**
     * The bytes of all rows, each behind its length, behind room for a header.
     *
     * @param headerBytes how long the header is, in bytes; at least 0
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
