package dev.weir.jobs.sample;

import java.util.List;

/**
 * Compares a released value with what all records say that have its key and lie in its window, whatever bounds, accounts and clamps leave
 * out. There is one for each way in which values are off.
 *
 * @param <T> what the records say
 */
interface ValueMeasure<T> {

    /**
     * What records say.
     *
     * @param records at least one
     */
    T truth(List<SampleRecord> records);

    /** How far a value under some terms is off. */
    SampledError error(T truth, ReleasedCell cell);
}
