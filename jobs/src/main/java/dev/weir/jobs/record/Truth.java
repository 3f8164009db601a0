package dev.weir.jobs.record;

/** The truth of a condition for one record. */
enum Truth {
    /** The record has the condition's fields, and satisfies the condition. */
    TRUE,
    /** The record has the condition's fields, and does not satisfy the condition. */
    FALSE,
    /** A field of the condition is missing, or cannot be compared with its literal. */
    UNREADABLE;

    static Truth of(boolean holds) {
        return holds ? TRUE : FALSE;
    }
}
