package dev.weir.jobs.kafka;

import java.io.Serializable;
import java.util.function.ToLongFunction;

/** How a job finds the time that moves its clock. */
@FunctionalInterface
public interface TimestampExtractor extends Serializable {

    /**
     * A function from records to epoch milliseconds or {@link dev.weir.operators.clock.PartitionClock#NO_TIME}, used by one
     * thread. It has an answer for every record and throws nothing.
     */
    ToLongFunction<SourceRecord> open();

    /** The time at which the record was written. */
    static TimestampExtractor written() {
        return () -> SourceRecord::time;
    }
}
