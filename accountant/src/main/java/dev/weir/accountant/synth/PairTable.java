package dev.weir.accountant.synth;

import dev.weir.accountant.privacy.Require;
import java.util.Arrays;

/**
 * The counts of pairs of values of two columns, for comparing tables by their total variation.
 *
 * @param counts a row for each value of one column, in it a count for each value of the other; a count below 0 is taken for 0
 */
public record PairTable(long[][] counts) {

    /**
     * Makes an empty table.
     *
     * @param rows how many values the one column has, at least 1
     * @param columns how many values the other has, at least 1
     */
    public static PairTable empty(int rows, int columns) {
        return new PairTable(new long[Require.count("rows", rows)][Require.count("columns", columns)]);
    }

    /**
     * Counts a record.
     *
     * @param row the index of its value of the one column
     * @param column the index of its value of the other column
     */
    public void add(int row, int column) {
        counts[row][column]++;
    }

    /** The sum of the counts above 0, at least 0. */
    public double total() {
        return Arrays.stream(counts)
                .flatMapToLong(Arrays::stream)
                .mapToDouble(count -> Math.max(0, count))
                .sum();
    }

    /**
     * The total variation between two laws of pairs: the largest difference of the probabilities of any set of pairs, from 0 to 1. A table
     * without counts above 0 stands for the law by which all pairs are as likely.
     *
     * @param other a table of the same shape
     */
    public double distance(PairTable other) {
        double own = total();
        double others = other.total();
        double sum = 0;
        for (int i = 0; i < counts.length; i++) {
            for (int j = 0; j < counts[i].length; j++) {
                sum += Math.abs(probability(i, j, own) - other.probability(i, j, others));
            }
        }
        return sum / 2;
    }

    private double probability(int row, int column, double total) {
        return total > 0 ? Math.max(0, counts[row][column]) / total : 1.0 / counts.length / counts[row].length;
    }
}
