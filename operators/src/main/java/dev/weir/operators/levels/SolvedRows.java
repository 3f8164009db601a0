package dev.weir.operators.levels;

import dev.weir.operators.aggregate.solved.SolvedNumbers;
import java.util.Arrays;

/**
 * The {@link SolvedNumbers} of all rows of a window, in one array: a million small arrays would live long enough for the garbage collector to copy them.
 */
final class SolvedRows {

    private final long[] words;
    private final int measured;

    /**
     * Creates rows of zeros.
     *
     * @param rows the number of rows
     * @param measured how many measured numbers a row has, at least 1
     * @throws ArithmeticException if they do not fit into an array
     */
    SolvedRows(int rows, int measured) {
        this.measured = measured;
        this.words = new long[Math.multiplyExact(rows, measured * SolvedNumbers.WORDS)];
    }

    /** How many rows there are. */
    int size() {
        return words.length / width();
    }

    private int width() {
        return measured * SolvedNumbers.WORDS;
    }

    /** Writes a value as {@link SolvedNumbers#setValue} does. */
    void setValue(int row, int number, long whole, int millionths) {
        SolvedNumbers.setValue(words, row * measured + number, whole, millionths);
    }

    /** Writes an error as {@link SolvedNumbers#setStddev} does. */
    void setStddev(int row, int number, double stddev) {
        SolvedNumbers.setStddev(words, row * measured + number, stddev);
    }

    /** Subtracts the values of earlier rows of the same keys. */
    void subtract(SolvedRows earlier) {
        SolvedNumbers.subtract(words, earlier.words);
    }

    /** Returns a copy of the words of a row. */
    long[] row(int row) {
        return Arrays.copyOfRange(words, row * width(), (row + 1) * width());
    }
}
