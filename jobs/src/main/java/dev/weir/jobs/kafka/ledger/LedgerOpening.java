package dev.weir.jobs.kafka.ledger;

import org.jspecify.annotations.Nullable;

/** The purposes of opening a ledger. */
enum LedgerOpening {
    /** A start, which makes the topic if it is missing. */
    START,
    /** A look, before a start, for reasons against it. */
    LOOK,
    /** A decision of an operator, which is written. */
    EXISTING,
    /** A reader, also of a ledger that has lost its end. */
    SHOWN;

    /** The field of the pipeline file that names a topic that must be there; null if it may be made. */
    @Nullable String field() {
        return this == START ? null : "sink.kafka.ledger";
    }
}
