package dev.weir.operators.aggregate.sample;

/**
 * Compares a released value with the true value of all records with its key in its window, including those that bounds,
 * accounts and clamps leave out. There is one implementation for each notion of error.
 *
 * @param <T> the facts about the records from which the error is computed
 */
public interface ValueMeasure<T> {

    /**
     * Computes the facts about some records.
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
