package dev.weir.operators.counters;

import java.io.IOException;
import java.io.Serializable;

/**
 * Receives the exact counters, inside the trusted base. One thread uses it.
 *
 * <p>Nothing depends on the counters, so a failure here is counted and the job goes on.
 */
@FunctionalInterface
public interface CounterSink extends Serializable {

    /** A sink that drops the counters. */
    CounterSink NONE = totals -> {};

    /**
     * Takes the counters of the last completed checkpoint.
     *
     * @param totals the totals since the job's first start, which must not be changed
     * @throws IOException if the counters cannot be written; the job goes on
     */
    void write(RecordCounters totals) throws IOException;
}
