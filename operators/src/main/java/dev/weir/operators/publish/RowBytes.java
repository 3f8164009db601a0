package dev.weir.operators.publish;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.apache.flink.core.memory.DataInputDeserializer;

/**
 * Rows as the bytes of {@link PublishedRowSerializer}, and where each of them and its parts are. What orders a row is read from
 * its bytes, without a text being made of them.
 */
final class RowBytes {

    private static final int WINDOW_END_AT = 2 + Long.BYTES;
    private static final int QUERY_AT = WINDOW_END_AT + Long.BYTES;
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final PublishedRowSerializer ROWS = new PublishedRowSerializer();

    private final byte[][] chunks;
    private final int[] lengths;
    private final long[] starts;
    private final int size;

    /**
     * Rows in the order in which they were written.
     *
     * @param lengths how many bytes of each chunk are rows
     * @param starts where each row starts, as {@link #start(int, int)} says it
     * @param size how many rows there are
     */
    RowBytes(byte[][] chunks, int[] lengths, long[] starts, int size) {
        this.chunks = chunks;
        this.lengths = lengths;
        this.starts = starts;
        this.size = size;
    }

    /** The place in a chunk as one number. */
    static long start(int chunk, int at) {
        return ((long) chunk << Integer.SIZE) | at;
    }

    int size() {
        return size;
    }

    private int chunk(int row) {
        return (int) (starts[row] >>> Integer.SIZE);
    }

    /** The array that a row is in. */
    byte[] array(int row) {
        return chunks[chunk(row)];
    }

    /** Where a row starts in its array. */
    int start(int row) {
        return (int) starts[row];
    }

    /** Where a row ends in its array. */
    int end(int row) {
        boolean isLast = row + 1 == size || chunk(row + 1) != chunk(row);
        return isLast ? lengths[chunk(row)] : start(row + 1);
    }

    /** The end of the row's window, epoch milliseconds. */
    long windowEnd(int row) {
        return (long) LONGS.get(array(row), start(row) + WINDOW_END_AT);
    }

    /** Where the name of the row's query starts: behind its length. */
    int queryStart(int row) {
        return start(row) + QUERY_AT + Integer.BYTES;
    }

    int queryEnd(int row) {
        return queryStart(row) + (int) INTS.get(array(row), start(row) + QUERY_AT);
    }

    /** Where the text of the row's key starts: behind its length. */
    int keyStart(int row) {
        return queryEnd(row) + Integer.BYTES;
    }

    int keyEnd(int row) {
        return keyStart(row) + (int) INTS.get(array(row), queryEnd(row));
    }

    /** The row itself. */
    PublishedRow read(int row) throws IOException {
        return ROWS.deserialize(new DataInputDeserializer(array(row), start(row), end(row) - start(row)));
    }
}
