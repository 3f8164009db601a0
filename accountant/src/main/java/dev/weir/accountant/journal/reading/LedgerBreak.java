package dev.weir.accountant.journal.reading;

/**
 * Where a ledger stops being one, and why. Nothing after it is read.
 *
 * @param position where the record stands
 * @param reason what is wrong
 * @param where the chain and the number of its entry
 */
public record LedgerBreak(RecordPosition position, Reason reason, String where) {

    /** What can be wrong with a record. */
    public enum Reason {
        /** The bytes are no record, and may be one that is missed; or a row's bytes are no row. */
        UNREADABLE,
        /** The record does not have the next number: one is missing, doubled or out of place. */
        SEQUENCE,
        /** The digest is not that of the record and of the chain before it. */
        HASH,
        /** The record was written under an ownership that is not the pipeline's latest, or has ended. */
        FOREIGN_OWNER,
        /**
         * An ownership comes before any declared budget; a later declaration names another privacy unit or field of its ids; or a raise is
         * none of a larger budget from a later period on than everything that was released or raised before.
         */
        DECLARATION,
        /** An ownership claims a query with another meaning than before under the same version. */
        REDEFINED,
        /** The claims of the domain's pipelines add up to more than its budget. */
        OVERSPENT,
        /** A batch is about periods before those that its pipeline has claimed. */
        OUTSIDE_CLAIM,
        /** A batch is about what an adoption has closed. */
        CLOSED,
        /** The charges of one key in one period add up to more than its account holds. */
        OVERDRAWN,
        /** A release is not later than the one before it of the same key. */
        REPEATED,
        /** The ledger ends within a batch. */
        INCOMPLETE
    }

    /**
     * This break where the reading ends at a later record, which may be why.
     *
     * @param later where the reading ends
     */
    public LedgerBreak followedBy(LedgerBreak later) {
        return new LedgerBreak(position, reason, where + ", and then " + later);
    }

    /** What an operator can do about it. */
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
