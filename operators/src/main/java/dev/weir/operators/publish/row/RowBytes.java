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

    /** The end of the row's window, epoch milliseconds. */
    long windowEnd(int row) {
        return LedgerEncoding.windowEnd(array(row), start(row));
    }

    private int queryAt(int row) {
        return LedgerEncoding.queryAt(array(row), start(row));
    }

    /** The index of the first byte of the name of the row's query. */
    int queryStart(int row) {
        return queryAt(row) + Integer.BYTES;
    }

    int queryEnd(int row) {
        return behindText(row, queryAt(row));
    }

    /** The index of the first byte of the row's key. */
    int keyStart(int row) {
        return queryEnd(row) + Integer.BYTES;
    }

    int keyEnd(int row) {
        return behindText(row, queryEnd(row));
    }

    private int behindText(int row, int at) {
        return at + Integer.BYTES + BigEndian.readInt(array(row), at);
    }
}
