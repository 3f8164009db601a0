package dev.weir.jobs.sample;

import java.util.List;

/**
 * Compares a released value with the true value of all records that have its key and lie in its window, including those
 * that bounds, accounts and clamps leave out. There is one measure for each way in which values err.
 *
 * @param <T> what the records say
 */
interface ValueMeasure<T> {

    /**
     * The true value of some records.
     *
     * @param records at least one
     */
    T truth(List<SampleRecord> records);

    /** The error of a value under some terms. */
    SampledError error(T truth, ReleasedCell cell);
}
