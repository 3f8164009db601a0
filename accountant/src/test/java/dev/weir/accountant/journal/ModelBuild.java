package dev.weir.accountant.journal;

import dev.weir.accountant.journal.audit.Forgetful;

/** The correct protocol, and variants that each lack one guard. */
enum ModelBuild {
    /** The correct protocol. */
    SOUND,
    /** A state may start although the ledger does not continue it. */
    NO_SEQUENCE_CHECK,
    /** A state may start although its digests differ from the ledger's. */
    NO_HASH_CHECK,
    /** Every former holder of a pipeline's id may still write under it. */
    NO_FENCE,
    /** Noise is drawn at commit, so checkpoints do not contain it. */
    DRAW_AT_COMMIT,
    /** A batch is written as soon as its checkpoint has begun. */
    COMMIT_BEFORE_COMPLETION,
    /** Rows are published before the ledger is written. */
    PUBLISH_BEFORE_LEDGER,
    /** Claims are read and written without the domain's id. */
    CLAIM_WITHOUT_DOMAIN_ID,
    /** After a write with an unknown outcome, an owner reads the ledger instead of starting again. */
    SETTLE_BY_READING,
    /** An owner takes its pipeline's id again without the domain's id. */
    RETAKE_PIPELINE_ONLY,
    /** A start skips unreadable records although nothing proves that no batch is missing. */
    SKIP_UNSHOWN,
    /** An owner that has seen a foreign record does not confirm how far its pipeline has come. */
    NO_CONFIRMATION,
    /** A raise takes effect from the first period on, even if releases about it exist. */
    RAISE_FROM_THE_FIRST_PERIOD,
    /** A snapshot is of the records before itself, and not of those before its barrier. */
    SNAPSHOT_AT_WRITING,
    /** A ledger is cut before its newest snapshot. */
    CUT_BEFORE_NEWEST,
    /** Reads on behind a snapshot, and not from its barrier on, from the newest snapshot alone. */
    READ_BEHIND_SNAPSHOT("between"),
    /** Takes parts of a snapshot by their numbers, whoever has written them. */
    PARTS_BY_NUMBER(Forgetful.DIGESTS),
    /** Starts from the newest snapshot alone, which says of no pipeline what it has claimed. */
    FORGET_CLAIMS("claim"),
    /** Starts from the newest snapshot alone, which does not say how far a pipeline has come. */
    FORGET_BATCHES("batches"),
    /** Starts from the newest snapshot alone, which lacks a pipeline. */
    FORGET_PIPELINE("pipeline"),
    /** Starts from the newest snapshot alone, which does not know the entries that states know. */
    FORGET_ENTRIES("entries");

    private final String forgotten;

    ModelBuild() {
        this("");
    }

    ModelBuild(String forgotten) {
        this.forgotten = forgotten;
    }

    /** Returns the part that a snapshot forgets, which is believed; empty if all is kept, and recomputed. */
    String forgotten() {
        return forgotten;
    }
}
