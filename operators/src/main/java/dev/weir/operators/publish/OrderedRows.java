package dev.weir.operators.publish;

import java.io.IOException;
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
record OrderedRows(RowBytes rows, int[] order, int from, int to) {

    int size() {
        return to - from;
    }

    /** The same rows in parts of at most {@code most} rows. */
    List<OrderedRows> parts(int most) {
        List<OrderedRows> parts = new ArrayList<>();
        for (int first = from; first < to; first += most) {
            parts.add(new OrderedRows(rows, order, first, Math.min(to, first + most)));
        }
        return parts;
    }

    /** The bytes of all rows, one behind the other, behind room for a header. */
    byte[] gather(int headerBytes) {
        int length = headerBytes;
        for (int i = from; i < to; i++) {
            length = Math.addExact(length, rows.end(order[i]) - rows.start(order[i]));
        }
        byte[] gathered = new byte[length];
        int at = headerBytes;
        for (int i = from; i < to; i++) {
            int start = rows.start(order[i]);
            int bytes = rows.end(order[i]) - start;
            System.arraycopy(rows.array(order[i]), start, gathered, at, bytes);
            at += bytes;
        }
        return gathered;
    }

    /** The rows as objects. */
    List<PublishedRow> read() throws IOException {
        List<PublishedRow> read = new ArrayList<>(size());
        for (int i = from; i < to; i++) {
            read.add(rows.read(order[i]));
        }
        return read;
    }
}
