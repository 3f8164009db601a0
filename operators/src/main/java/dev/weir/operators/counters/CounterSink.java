package dev.weir.operators.counters;

import java.io.IOException;
import java.io.Serializable;

/**
 * Receives the exact counters, inside the trusted base. Only one thread calls a sink.
 *
 * <p>If a sink fails, the failure is counted and the job goes on, because nothing depends on the counters.
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
