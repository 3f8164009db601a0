package dev.weir.accountant.journal;

/** The knowledge that a pipeline's owner has of its ownership. */
enum Standing {
    /** The owner can write, as far as is known. */
    OWNER,
    /** The outcome of the last write is not known. */
    UNSETTLED,
    /** Another process has taken the pipeline's transactional id. */
    FENCED
}
