package dev.weir.accountant.journal;

/** What is known of an ownership. */
enum Standing {
    /** The owner can write, as far as is known. */
    OWNER,
    /** The outcome of the last write is not known. */
    UNSETTLED,
    /** Another process has taken the pipeline's transactional id. */
    FENCED
}
