package dev.weir.jobs.config;

import java.io.Serializable;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What tells the time. The delay and the largest skew are part of the plan.
 *
 * @param by whose time it is
 * @param idle after how long a silent partition no longer holds windows open; above 0
 * @param hold for how long at most an open transaction on the input holds windows open; above 0
 * @param start from when windows are released; absent: from the time the job was built
 * @param until up to when windows are released; absent: for ever
 * @param trusted whether the operator vouches for times that records state themselves
 */
public record Clock(
        By by,
        Duration idle,
        Duration hold,
        @Nullable Instant start,
        @Nullable Instant until,
        boolean trusted) implements Serializable {

    /** Whose time it is. */
    public enum By {
        /** The broker's, at which it appended the record. */
        APPEND_TIME,
        /** The record's own. */
        RECORD_TIME
    }
}
