package dev.weir.operators.publish.row;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.flink.core.memory.DataOutputSerializer;

/**
 * Rows that no checkpoint has closed yet, in {@link LedgerEncoding}. They are adjacent in few large arrays, which a
 * garbage collection does not move; waiting rows that are objects would be copied by each collection.
 *
 * <p>Bytes: those of the rows, and 12 for each of them while they are put in order; at most 4 MB more.
 */
public final class RowBuffer {

    private static final int FIRST_BYTES = 1 << 12;
    private static final int CHUNK_BYTES = 1 << 22;

    /** The room below which a chunk counts as full; for a row that needs more, the chunk grows. */
    private static final int LEAST_ROOM = 1 << 12;

    private static final int FIRST_ROWS = 1 << 6;

    private final List<DataOutputSerializer> chunks = new ArrayList<>();
    private DataOutputSerializer chunk = new DataOutputSerializer(FIRST_BYTES);
    private long[] starts = new long[FIRST_ROWS];
    private int size;

    /** An empty buffer. */
    public RowBuffer() {
        chunks.add(chunk);
    }

    /**
     * Adds a row behind the others.
     *
     * @param row released or withheld
     * @throws IOException if it cannot be written
     */
    public void add(PublishedRow row) throws IOException {
        if (size == starts.length) {
            starts = Arrays.copyOf(starts, Math.addExact(size, size >> 1));
        }
        if (chunk.length() > CHUNK_BYTES - LEAST_ROOM) {
            chunk = new DataOutputSerializer(CHUNK_BYTES);
            chunks.add(chunk);
        }
        long start = RowBytes.start(chunks.size() - 1, chunk.length());
        LedgerEncoding.write(row, chunk);
        starts[size++] = start;
    }

    /** Whether there is no row. */
    public boolean isEmpty() {
        return size == 0;
    }

    /** The rows in public order. Nothing may be added afterwards. */
    public OrderedRows inOrder() {
        byte[][] bytes =
                chunks.stream().map(DataOutputSerializer::getSharedBuffer).toArray(byte[][]::new);
        int[] lengths = chunks.stream().mapToInt(DataOutputSerializer::length).toArray();
        RowBytes rows = new RowBytes(bytes, lengths, Arrays.copyOf(starts, size));
        return new OrderedRows(rows, PublicOrder.of(rows), 0, size);
    }
}
