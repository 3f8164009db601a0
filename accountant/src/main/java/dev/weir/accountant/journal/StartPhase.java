package dev.weir.accountant.journal;

/** The phases of a start. */
enum StartPhase {
    /** Reads the ledger before any id is taken. */
    LOOKING,
    /** Takes the domain's transactional id. */
    TAKING_DOMAIN,
    /** Takes the pipeline's transactional id. */
    TAKING_PIPELINE,
    /** Reads the ledger, which older holders of the ids can no longer change. */
    READING,
    /** Writes the entries under the domain's id. */
    WRITING,
    /** Reads the written entries back. */
    CONFIRMING,
    /** The start has written its entries and has given up the domain's id. */
    DONE,
    /** The start has been refused. */
    REFUSED
}
