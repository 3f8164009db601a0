package dev.weir.operators.clock;

/** The source of the times that move the public clock. */
public enum ClockMode {
    /** The time at which the broker appended the slot. A slot without this time is rejected. */
    APPEND_TIME,
    /**
     * The record's own event time. All event times are then public, and the person who runs the job is responsible for
     * them.
     */
    RECORD_TIME,
    /**
     * A time that a replay has stamped on the slot: the running maximum of the records' own times. Stamps never decrease
     * within a partition, so the clock needs no state.
     */
    STAMPED
}
