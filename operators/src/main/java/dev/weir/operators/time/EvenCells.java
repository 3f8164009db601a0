package dev.weir.operators.time;

/** Cells of one length, which start at multiples of it, or so much later. */
final class EvenCells {

    private EvenCells() {}

    /**
     * The start of the cell that contains a time; {@link Long#MIN_VALUE} if it is before that.
     *
     * @param time epoch milliseconds
     * @param millis the length of a cell in milliseconds, at least 1
     * @param offset how long after a multiple of the length, counted from the epoch, a cell starts: from 0 to the length - 1, in milliseconds
     */
    static long start(long time, long millis, long offset) {
        // the offset is taken off the time modulo the length, so that nothing overflows
        long start = time - Math.floorMod(Math.floorMod(time, millis) - offset, millis);
        return start <= time ? start : Long.MIN_VALUE;
    }

    /**
     * Requires an offset that is shorter than a cell.
     *
     * @param cell a word for the cell
     * @throws IllegalArgumentException if it is not, or below 0
     */
    static void requireOffset(long offset, long millis, String cell) {
        if (offset < 0 || offset >= millis) {
            throw new IllegalArgumentException("offset must be shorter than the " + cell + ", was " + offset + " ms");
        }
    }

    /** An upper bound of the number of cells with an offset that overlap one period, which is aligned to the epoch. */
    static long mostIn(long periodMillis, long millis) {
        return periodMillis / millis + 2;
    }

    /** An upper bound of the number of periods, which are aligned to the epoch, that one cell with an offset overlaps. */
    static long mostPeriods(long periodMillis, long millis) {
        return (millis - 2) / periodMillis + 2;
    }
}
