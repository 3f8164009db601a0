package dev.weir.jobs.sample;

import java.util.List;

/**
 * Compares a released value with the true value of all records with its key in its window, including those that bounds,
 * accounts and clamps leave out. There is one implementation for each notion of error.
 *
 * @param <T> the facts about the records from which the error is computed
 */
interface ValueMeasure<T> {

    /**
     * Computes the facts about some records.
     *
     * @param records the records, at least one
     */
    T truth(List<SampleRecord> records);

    /** Returns the error of a value under some terms. */
    SampledError error(T truth, ReleasedCell cell);
}
