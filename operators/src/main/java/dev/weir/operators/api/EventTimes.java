package dev.weir.operators.api;

import dev.weir.operators.clock.PartitionClock;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Turns the event times of typed records into Flink timestamps. The time of a record is read once, before admission, and
 * travels with the record as its timestamp.
 */
final class EventTimes {

    /**
     * The timestamp of a record whose time no window can hold. A record without a time has {@link
     * PartitionClock#NO_TIME}.
     */
    static final long OUT_OF_RANGE = Long.MIN_VALUE + 1;

    /** The latest time that is accepted, in epoch milliseconds: the end of the range of ECMAScript dates. */
    private static final long LAST_TIME = 8_640_000_000_000_000L;

    private EventTimes() {}

    /**
     * Returns the timestamp of a record: epoch milliseconds, {@link PartitionClock#NO_TIME} or {@link #OUT_OF_RANGE}.
     */
    static long timestamp(@Nullable Instant time) {
        if (time == null) {
            return PartitionClock.NO_TIME;
        }
        boolean fits = Math.abs(time.getEpochSecond()) <= LAST_TIME / 1000;
        long millis = fits ? time.toEpochMilli() : OUT_OF_RANGE;
        return Math.abs(millis) <= LAST_TIME ? millis : OUT_OF_RANGE;
    }

    /**
     * Returns the time to which a timestamp may move the clock: epoch milliseconds, or {@link PartitionClock#NO_TIME}.
     */
    static long clockTime(long timestamp) {
        return timestamp == OUT_OF_RANGE ? PartitionClock.NO_TIME : timestamp;
    }
}
