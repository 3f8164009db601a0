package dev.weir.operators.publish.row;

/**
 * Encoded rows, and the places of the rows and of their parts. Rows can be ordered by these bytes, without creating
 * strings.
 */
final class RowBytes {

    private final byte[][] chunks;
    private final int[] lengths;
    private final long[] starts;

    /**
     * Creates the rows, in the order in which they were written.
     *
     * @param chunks the arrays with the rows
     * @param lengths the number of bytes of each chunk that rows occupy
     * @param starts the place of each row, as {@link #start(int, int)} encodes it
     */
    RowBytes(byte[][] chunks, int[] lengths, long[] starts) {
        this.chunks = chunks;
        this.lengths = lengths;
        this.starts = starts;
    }

    /** Encodes the index of a chunk and the index within it as one number. */
    static long start(int chunk, int at) {
        return ((long) chunk << Integer.SIZE) | at;
    }

    int size() {
        return starts.length;
    }

    private int chunk(int row) {
        return (int) (starts[row] >>> Integer.SIZE);
    }

    /** The array that contains a row. */
    byte[] array(int row) {
        return chunks[chunk(row)];
    }

    /** The index at which a row begins in the row's array. */
    int start(int row) {
        return (int) starts[row];
    }

    /** The index after the last byte of a row in the row's array. */
    int end(int row) {
        boolean isLast = row + 1 == starts.length || chunk(row + 1) != chunk(row);
        return isLast ? lengths[chunk(row)] : start(row + 1);
    }

    /** The length of a row in bytes. */
    int length(int row) {
        return end(row) - start(row);
    }

    /** The index of the first byte of the name of the row's query. */
    int queryStart(int row) {
        return LedgerEncoding.queryAt(array(row), start(row)) + Integer.BYTES;
    }

    /** The index of the first byte of the row's key. */
    int keyStart(int row) {
        int query = queryStart(row);
        return query + lengthBefore(row, query) + Integer.BYTES;
    }

    /** The index after the name of the query of a row whose key begins at {@code keyStart}. */
    static int queryEnd(int keyStart) {
        return keyStart - Integer.BYTES;
    }

    /** The index after the key of a row, which begins at {@code keyStart}. */
    int keyEnd(int row, int keyStart) {
        return keyStart + lengthBefore(row, keyStart);
    }

    /** The end of the window of a row whose key begins at {@code keyStart}, epoch milliseconds. */
    long windowEnd(int row, int keyStart) {
        return LedgerEncoding.windowEndBehindKey(array(row), keyEnd(row, keyStart));
    }

    /** The length of a text in bytes, which is written before its first byte. */
    private int lengthBefore(int row, int text) {
        return BigEndian.readInt(array(row), text - Integer.BYTES);
    }
}
