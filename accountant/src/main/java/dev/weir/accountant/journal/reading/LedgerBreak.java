package dev.weir.accountant.journal.reading;

/**
 * The position where a ledger breaks, and the reason. Nothing after it is read.
 *
 * @param position the position of the faulty record
 * @param reason the fault
 * @param where the chain, and the number of the record's entry in it
 */
public record LedgerBreak(RecordPosition position, Reason reason, String where) {

    /** The faults of a record. */
    public enum Reason {
        /** The bytes are not a record, and a record may be missing there; or the bytes of a row are not a row. */
        UNREADABLE,
        /** The record does not have the next number: a record is missing, doubled or out of place. */
        SEQUENCE,
        /** The digest does not belong to the record and the chain before it. */
        HASH,
        /** The record was written under an ownership that is not the pipeline's latest or has ended, or without one. */
        FOREIGN_OWNER,
        /**
         * An ownership comes before any declared budget; or a later declaration names another privacy unit or another
         * field of its ids; or a raise does not have a larger budget, or does not begin later than an earlier raise.
         */
        DECLARATION,
        /** An ownership claims a query with another meaning than before under the same version. */
        REDEFINED,
        /** The claims of the domain's pipelines add up to more than its budget. */
        OVERSPENT,
        /** A batch is about periods before those that its pipeline has claimed. */
        OUTSIDE_CLAIM,
        /** A batch is about a period or window that an adoption has closed. */
        CLOSED,
        /** The charges of one key in one period add up to more than its account holds. */
        OVERDRAWN,
        /** The window of a release does not end later than that of the previous release of the key. */
        REPEATED,
        /** The ledger ends within a batch. */
        INCOMPLETE
    }

    /**
     * Returns this break with a mention of a later break, at which the reading has ended and which may result from this
     * one.
     *
     * @param later the break where the reading ends
     */
    public LedgerBreak followedBy(LedgerBreak later) {
        return new LedgerBreak(position, reason, where + ", and then " + later);
    }

    /** States in words how an operator can mend the ledger. */
    public String remedy() {
        String restore = "restore the ledger from its backup; nothing is released over a damaged one";
        return reason == Reason.UNREADABLE && position.offset() >= 0
                ? "if you know that someone else wrote this record, leave it out with weir ledger copy --skip "
                        + position.offset() + "; else " + restore
                : restore;
    }

    @Override
    public String toString() {
        return reason + " at " + position + " (" + where + ")";
    }
}
