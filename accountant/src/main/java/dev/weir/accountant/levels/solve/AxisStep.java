package dev.weir.accountant.levels.solve;

/**
 * One axis of a table of some attributes, whose last attribute varies fastest, and the table without this attribute.
 *
 * @param set the attributes of the table; bit i stands for attribute i
 * @param without the attributes of the table without the axis
 * @param outer the number of combinations of the attributes before the axis
 * @param size the number of values of the axis
 * @param inner the number of combinations of the attributes behind the axis
 */
record AxisStep(int set, int without, int outer, int size, int inner) {

    /** The number of cells of the table without the axis. */
    private int lines() {
        return outer * inner;
    }

    /** The first cell of the table above a cell of the table without the axis; the others follow at a distance of {@code inner}. */
    private int first(int line) {
        return line / inner * size * inner + line % inner;
    }

    /** Sums the table along the axis. */
    void sum(double[] table, double[] sums) {
        for (int line = 0; line < lines(); line++) {
            sums[line] = sum(table, first(line));
        }
    }

    private double sum(double[] table, int first) {
        double sum = 0;
        for (int x = 0; x < size; x++) {
            sum += table[first + x * inner];
        }
        return sum;
    }

    /** Sums the table along the axis. */
    void sum(long[] table, long[] sums) {
        for (int line = 0; line < lines(); line++) {
            int first = first(line);
            sums[line] = 0;
            for (int x = 0; x < size; x++) {
                sums[line] += table[first + x * inner];
            }
        }
    }

    /** Subtracts from each number of the table the mean of the numbers that differ from it in the axis alone. */
    void center(double[] table) {
        for (int line = 0; line < lines(); line++) {
            add(table, first(line), -sum(table, first(line)) / size);
        }
    }

    /** Adds to the table the numbers of the table without the axis, each divided evenly along the axis. */
    void spread(double[] numbers, double[] table) {
        for (int line = 0; line < lines(); line++) {
            add(table, first(line), numbers[line] / size);
        }
    }

    private void add(double[] table, int first, double number) {
        for (int x = 0; x < size; x++) {
            table[first + x * inner] += number;
        }
    }
}
