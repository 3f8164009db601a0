package dev.weir.accountant.journal;

/** The protocol, and builds of it in which one guard is missing. */
enum ModelBuild {
    /** Nothing is missing. */
    SOUND,
    /** A state that the ledger does not continue may start. */
    NO_SEQUENCE_CHECK,
    /** A state whose digests differ from the ledger's may start. */
    NO_HASH_CHECK,
    /** Whoever has ever held a pipeline's id may write under it. */
    NO_FENCE,
    /** What a checkpoint holds has no noise yet. */
    DRAW_AT_COMMIT,
    /** A batch is written when its checkpoint has begun. */
    COMMIT_BEFORE_COMPLETION,
    /** Copies precede the ledger. */
    PUBLISH_BEFORE_LEDGER,
    /** Claims are read and written without holding the domain's id. */
    CLAIM_WITHOUT_DOMAIN_ID,
    /** A write without a known outcome is settled by reading, without a start. */
    SETTLE_BY_READING,
    /** An owner takes its pipeline's id back without holding the domain's. */
    RETAKE_PIPELINE_ONLY,
    /** A start skips what cannot be read although nothing shows that no batch is missing. */
    SKIP_UNSHOWN,
    /** An owner that has seen a foreign record does not say how far its pipeline has come. */
    NO_CONFIRMATION,
    /** A raise names the first period, whatever has been released of it. */
    RAISE_FROM_THE_FIRST_PERIOD
}
