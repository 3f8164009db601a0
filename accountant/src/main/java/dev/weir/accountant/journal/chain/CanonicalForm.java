package dev.weir.accountant.journal.chain;

/**
 * The codes of the canonical form. They are part of every digest and never change their meaning; a form with another
 * meaning gets another version.
 */
final class CanonicalForm {

    /** The version of every record that is written. */
    static final byte VERSION = 1;

    static final byte DOMAIN_ENTRY = 1;
    static final byte ROW_ENTRY = 2;
    static final byte BATCH_SEAL = 3;
    static final byte RETIREMENT = 4;
    static final byte ROW = 5;
    static final byte BATCH = 6;
    static final byte DOMAIN_CHAIN = 7;
    static final byte PIPELINE_CHAIN = 8;
    static final byte CONFIRMATION = 9;
    static final byte SNAPSHOT_PART = 10;

    static final byte DECLARATION = 1;
    static final byte OWNERSHIP = 2;
    static final byte ADOPTION = 3;

    /** A declaration that names the field of the units' ids. */
    static final byte DECLARATION_WITH_FIELD = 4;

    /** An ownership whose claim contains the meanings of its queries. */
    static final byte DESCRIBED_OWNERSHIP = 5;

    static final byte RENAMING = 6;

    static final byte RAISE = 7;

    /** An ownership whose claim has steps of the share. */
    static final byte STEPPED_OWNERSHIP = 8;

    /** A declaration that names the field of the units' ids and the field of event times. */
    static final byte DECLARATION_WITH_TIMES = 9;

    static final byte RETIMING = 10;

    /** A &delta; for keys, followed by the declaration or ownership that it belongs to, in its own form. */
    static final byte WITH_KEYS = 11;

    /** A zone with its rules, followed by the declaration whose unit has its periods in that zone, in its own form. */
    static final byte IN_ZONE = 12;

    /** The zones of a claim's windows, each with its rules, followed by the ownership with the claim, in its own form. */
    static final byte WITH_ZONES = 13;

    static final byte BARRIER = 14;
    static final byte SNAPSHOT = 15;

    private CanonicalForm() {}
}
