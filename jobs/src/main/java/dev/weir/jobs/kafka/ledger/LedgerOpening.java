package dev.weir.jobs.kafka.ledger;

import org.jspecify.annotations.Nullable;

/** The purpose for which a ledger is opened. */
enum LedgerOpening {
    /** A start, which makes the topic if it is missing. */
    START,
    /** A check before a start, which reports reasons that would refuse the start. */
    LOOK,
    /** The writing of a decision of the people who run the pipeline, such as an adoption, into an existing ledger. */
    EXISTING,
    /** Reading only, which also accepts a ledger that has lost its end. */
    SHOWN;

    /**
     * Returns the field of the pipeline file that names the topic if the topic must already exist; null if the topic may be
     * made.
     */
    @Nullable String field() {
        return this == START ? null : "sink.kafka.ledger";
    }
}
