package dev.weir.operators.counters;

/**
 * The outcome, for a query, of a record that was not rejected. The first constant counts all records that were read, and the last one
 * those whose time is ambiguous, whatever has become of them.
 *
 * <p>The names of the constants are the names of the counters in checkpoints and files: they must stay as they are.
 */
public enum RecordOutcome {
    /** The record was read, whatever its outcome. */
    READ(0),
    /** The query's filter left the record out. */
    WHERE(1),
    /** The record's key is not declared. */
    UNDECLARED(2),
    /** A bound on contributions refused the record. */
    CAP(3),
    /** The unit's account refused the record. */
    ACCOUNT(4),
    /** The record was counted. */
    COUNTED(5),
    /**
     * The record's time is a local one that its zone has twice, or not at all. This is no outcome: such a record is counted here beside
     * its outcome or rejection.
     */
    AMBIGUOUS(6);

    private final int index;

    RecordOutcome(int index) {
        this.index = index;
    }

    /** The outcome's place among the outcomes of a query, whose counters follow those of the rejections. */
    int index() {
        return index;
    }
}
