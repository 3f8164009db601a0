package dev.weir.operators.publish.row;

/**
 * Rows as bytes, with the places of the rows and their parts. The order of rows is decided on the bytes, without
 * creating texts.
 */
final class RowBytes {

    private final byte[][] chunks;
    private final int[] lengths;
    private final long[] starts;

    /**
     * Rows in the order in which they were written.
     *
     * @param chunks the arrays with the rows
     * @param lengths how many bytes of each chunk are rows
     * @param starts the place of each row, as {@link #start(int, int)} encodes it
     */
    RowBytes(byte[][] chunks, int[] lengths, long[] starts) {
        this.chunks = chunks;
        this.lengths = lengths;
        this.starts = starts;
    }

    /** A place in a chunk, encoded as one number. */
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

    /** The index of a row in its array. */
    int start(int row) {
        return (int) starts[row];
    }

    /** The index after a row in its array. */
    int end(int row) {
        boolean isLast = row + 1 == starts.length || chunk(row + 1) != chunk(row);
        return isLast ? lengths[chunk(row)] : start(row + 1);
    }

    /** How many bytes a row has. */
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

    /** The index of the name of the row's query, after its length. */
    int queryStart(int row) {
        return queryAt(row) + Integer.BYTES;
    }

    int queryEnd(int row) {
        return behindText(row, queryAt(row));
    }

    /** The index of the text of the row's key, after its length. */
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
