package dev.weir.jobs.kafka.ledger;

import org.jspecify.annotations.Nullable;

/** What a ledger is opened for. */
enum LedgerOpening {
    /** For a start, which makes its topic if it is missing. */
    START,
    /** To see beforehand what stands against a start. */
    LOOK,
    /** To write what an operator has decided. */
    EXISTING,
    /** To be shown, also if it has lost its end. */
    SHOWN;

    /** The field of the pipeline file that names a topic that must be there; null if it may be made. */
    @Nullable String field() {
        return this == START ? null : "sink.kafka.ledger";
    }
}
