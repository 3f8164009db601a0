package dev.weir.operators.counters;

/**
 * The reason why a record is rejected. All codes but {@link #BELOW_FLOOR}, {@link #HELD_TOO_LONG} and {@link #UNKNOWN_SCHEMA} are functions of
 * the record and of the slots of its own partition. The first two depend on when the record reached the operator that closes windows, the third
 * on when a schema registry answered and when the record was written, and none of them on another record. For votes, {@link #LATE},
 * {@link #NO_QUESTION} and {@link #SECOND_VOTE} depend on the public questions and on who has voted, and never on a label.
 *
 * <p>The names of the constants are the names of the counters in checkpoints and files: they must stay as they are.
 */
public enum Rejection {
    /**
     * The bytes are not a record of the declared format: the encoding is wrong, quoting or JSON is broken, or the number
     * of columns is wrong.
     */
    MALFORMED(0),
    /** A field has another type than the pipeline needs, or a text that a query compares is missing. */
    SCHEMA(1),
    /** The record has no privacy unit, or an empty one. */
    NO_UNIT(2),
    /** The record has no event time, or one that cannot be read. */
    NO_TIME(3),
    /** The record has no grouping key, or an empty one. */
    NO_KEY(4),
    /** A value is not a number. */
    NOT_A_NUMBER(5),
    /**
     * A number exceeds 64 bits, a time is further than 8.64e15 ms from the epoch, or an answer is none of its question's options
     * or outside of its range.
     */
    OUT_OF_RANGE(6),
    /** The record, a key or a unit id is longer than its limit. */
    TOO_LARGE(7),
    /** The slot does not carry the broker's append time. */
    NO_APPEND_TIME(8),
    /** The event time is ahead of the slot's time by more than the declared skew. */
    FUTURE(9),
    /** The record's window was closed when its slot was written, or ends after the last window that the schedule releases. */
    LATE(10),
    /** The record's window was closed when the record reached the gate, although admission had not called it {@link #LATE}. */
    BELOW_FLOOR(11),
    /**
     * The record's window was closed when the record reached the gate. Its slot was written while the job ran and could not
     * be read for longer than windows wait for an open transaction.
     */
    HELD_TOO_LONG(12),
    /** A local report answers another question than the pipeline asks. */
    QUESTION(13),
    /** A local report was drawn by another mechanism than the pipeline's, or for other options or another grid. */
    MECHANISM(14),
    /** The period of a local report has not begun, or is before the schedule. */
    PERIOD(15),
    /** The bytes of a local report are no output of its mechanism. */
    BODY(16),
    /** A vote is about a question that is not known, although the clock has passed the vote's time. */
    NO_QUESTION(17),
    /** The teacher has voted on this question before. */
    SECOND_VOTE(18),
    /**
     * The record names a schema that the source's schema registry does not know, or has under another subject, or did not tell within the
     * time after the record was written for which records wait.
     */
    UNKNOWN_SCHEMA(19);

    private final int index;

    Rejection(int index) {
        this.index = index;
    }

    /** The code's place among the counters of a query. */
    int index() {
        return index;
    }
}
