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

    /** Sums the table along the axis. */
    void sum(double[] table, double[] sums) {
        for (int o = 0; o < outer; o++) {
            for (int i = 0; i < inner; i++) {
                double sum = 0;
                for (int x = 0; x < size; x++) {
                    sum += table[(o * size + x) * inner + i];
                }
                sums[o * inner + i] = sum;
            }
        }
    }

    /** Sums the table along the axis. */
    void sum(long[] table, long[] sums) {
        for (int o = 0; o < outer; o++) {
            for (int i = 0; i < inner; i++) {
                long sum = 0;
                for (int x = 0; x < size; x++) {
                    sum += table[(o * size + x) * inner + i];
                }
                sums[o * inner + i] = sum;
            }
        }
    }

    /** Subtracts from each number of the table the mean of the numbers that differ from it in the axis alone. */
    void center(double[] table) {
        for (int o = 0; o < outer; o++) {
            for (int i = 0; i < inner; i++) {
                double sum = 0;
                for (int x = 0; x < size; x++) {
                    sum += table[(o * size + x) * inner + i];
                }
                for (int x = 0; x < size; x++) {
                    table[(o * size + x) * inner + i] -= sum / size;
                }
            }
        }
    }

    /** Adds to the table the numbers of the table without the axis, each divided evenly along the axis. */
    void spread(double[] numbers, double[] table) {
        for (int o = 0; o < outer; o++) {
            for (int x = 0; x < size; x++) {
                for (int i = 0; i < inner; i++) {
                    table[(o * size + x) * inner + i] += numbers[o * inner + i] / size;
                }
            }
        }
    }
}
