package dev.weir.jobs.config;

import java.io.Serializable;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The source of the time. The allowed delay and the largest clock skew are part of the plan.
 *
 * @param by the kind of time
 * @param idle the time after which a silent partition no longer holds windows open; above 0
 * @param hold the longest time for which an open transaction on the input holds windows open; above 0
 * @param start the time from which windows are released; null for the time at which the job was built
 * @param until the time up to which windows are released; null for no end
 * @param trusted whether the operator takes responsibility for the times that the records themselves state
 */
public record Clock(
        By by,
        Duration idle,
        Duration hold,
        @Nullable Instant start,
        @Nullable Instant until,
        boolean trusted) implements Serializable {

    /** The kinds of time. */
    public enum By {
        /** The time at which the broker appended the record. */
        APPEND_TIME,
        /** The record's own event time. */
        RECORD_TIME
    }
}
