package dev.weir.operators.aggregate.sample;

/**
 * Compares a released value with the true value of all records that have its key and lie in its window, including those
 * that bounds, accounts and clamps leave out. There is one measure for each way in which values err.
 *
 * @param <T> what the records say
 */
public interface ValueMeasure<T> {

    /**
     * The true value of some records.
     *
     * @param records the records: all that the release is about
     */
    T truth(Sample records);

    /**
     * The error of a value under some terms.
     *
     * @param truth the true value of all records
     * @param cell the exact value of those that the terms let through
     */
    SampledError error(T truth, ReleasedCell cell);
}
