package dev.weir.operators.aggregate.sample;

/**
 * Compares a released value with the true value of all records with the released value's key and window, including
 * those that bounds, accounts and clamps leave out. There is one implementation for each notion of error.
 *
 * @param <T> the facts about the records from which the error is computed
 */
public interface ValueMeasure<T> {

    /**
     * Computes the facts about all records of a release.
     *
     * @param records the records with the release's key in its window, admitted or not
     */
    T truth(Sample records);

    /**
     * The error of a released value.
     *
     * @param truth the facts about all records
     * @param cell the exact value of the admitted records
     */
    SampledError error(T truth, ReleasedCell cell);
}
