package dev.weir.operators.publish.row;

import dev.weir.accountant.canonical.CanonicalWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A buffer for the rows that no checkpoint has closed yet, in {@link LedgerEncoding}. The rows are adjacent in a few
 * large arrays. If each row were an object, garbage collections would have to trace and copy the waiting rows one by
 * one.
 *
 * <p>Memory: the bytes of the rows, 8 to 12 more for each row, and, unless a row is longer than 4 KB, at most about 4
 * MB of unused room. Further arrays are needed while the rows are put in order.
 */
public final class RowBuffer {

    private static final int FIRST_BYTES = 1 << 12;
    private static final int CHUNK_BYTES = 1 << 22;

    /**
     * A chunk with less free room than this number of bytes takes no further row. A chunk grows if the last row does
     * not fit.
     */
    private static final int LEAST_ROOM = 1 << 12;

    private static final int FIRST_ROWS = 1 << 6;

    private final List<CanonicalWriter> chunks = new ArrayList<>();
    private CanonicalWriter chunk = new CanonicalWriter(FIRST_BYTES);
    private long[] starts = new long[FIRST_ROWS];
    private int size;

    /** Creates an empty buffer. */
    public RowBuffer() {
        chunks.add(chunk);
    }

    /**
     * Appends a row.
     *
     * @param row a row in {@link LedgerEncoding}
     */
    public void add(byte[] row) {
        if (size == starts.length) {
            starts = Arrays.copyOf(starts, Math.addExact(size, size >> 1));
        }
        if (chunk.length() > CHUNK_BYTES - LEAST_ROOM) {
            chunk = new CanonicalWriter(CHUNK_BYTES);
            chunks.add(chunk);
        }
        long start = RowBytes.start(chunks.size() - 1, chunk.length());
        chunk.raw(row);
        starts[size++] = start;
    }

    /** Whether the buffer has no row. */
    public boolean isEmpty() {
        return size == 0;
    }

    /** The rows in public order. Nothing may be added afterwards. */
    public OrderedRows inOrder() {
        byte[][] bytes = chunks.stream().map(CanonicalWriter::array).toArray(byte[][]::new);
        int[] lengths = chunks.stream().mapToInt(CanonicalWriter::length).toArray();
        RowBytes rows = new RowBytes(bytes, lengths, Arrays.copyOf(starts, size));
        return new OrderedRows(rows, PublicOrder.of(rows), 0, size);
    }
}
