package dev.weir.benchmarks.sqlp;

/**
 * The errors of a run over all keys. The truth is the number of all records of a key, also of those that are not kept; the estimate is its last
 * released total, 0 if it is negative or the key was not announced.
 *
 * @param keys how many keys were announced
 * @param largest the largest error of a key
 * @param largestReleased the largest error of an announced key
 * @param sum the sum of all errors
 * @param euclidean the root of the sum of their squares
 */
public record SqlpErrors(int keys, long largest, long largestReleased, long sum, double euclidean) {

    /**
     * Compares what a run has released with the truth.
     *
     * @param counts the truth
     * @param released what the run has released
     */
    public static SqlpErrors of(SqlpCounts counts, SqlpReleased released) {
        int keys = 0;
        long largest = 0;
        long largestReleased = 0;
        long sum = 0;
        double squares = 0;
        for (int key = 0; key < SqlpRecords.KEYS; key++) {
            long estimate = Math.max(0, released.last(key));
            long error = Math.abs(counts.ofKey(key) - estimate);
            largest = Math.max(largest, error);
            if (released.isAnnounced(key)) {
                keys++;
                largestReleased = Math.max(largestReleased, error);
            }
            sum += error;
            squares += (double) error * error;
        }
        return new SqlpErrors(keys, largest, largestReleased, sum, Math.sqrt(squares));
    }
}
