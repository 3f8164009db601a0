package dev.weir.jobs.record;

/** The truth of a condition for one record. */
enum Truth {
    /** The record has the condition's fields, and they are as it says. */
    TRUE,
    /** The record has the condition's fields, and they are not as it says. */
    FALSE,
    /** A field of the condition is missing, or cannot be compared with its literal. */
    UNREADABLE;

    static Truth of(boolean holds) {
        return holds ? TRUE : FALSE;
    }
}
