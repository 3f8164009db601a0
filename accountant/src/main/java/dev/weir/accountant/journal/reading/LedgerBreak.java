package dev.weir.accountant.journal.reading;

/**
 * The position where a ledger breaks, and the reason. Records after the position are not read.
 *
 * @param position the position of the faulty record
 * @param reason the fault
 * @param where the faulty record in words (its chain and its number in this chain), or what an unreadable record may hide
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
        /**
         * The record was written under an ownership that is not the pipeline's latest or has ended, or without an ownership; or a row is of
         * a query that its pipeline has not claimed.
         */
        FOREIGN_OWNER,
        /**
         * A record about the domain comes before the first declaration or contradicts the declarations: a later declaration names another
         * privacy unit, another field of the ids or, after a raise, another budget; a renaming names another field; a raise is not larger
         * or not later than the one before, or the unit has no periods; or a claim has steps of the share although the unit has no periods.
         */
        DECLARATION,
        /** An ownership claims a query with another meaning than before under the same version. */
        REDEFINED,
        /** The claims of the domain's pipelines add up to more than the domain's budget. */
        OVERSPENT,
        /** A batch is about periods before those that its pipeline has claimed. */
        OUTSIDE_CLAIM,
        /** A batch is about a period or window that an adoption has closed. */
        CLOSED,
        /** The charges of one key in one period add up to more than the key's account holds, or have several currencies. */
        OVERDRAWN,
        /** The window of a release does not end later than the window of the previous release of the query's key. */
        REPEATED,
        /** A batch has rows and no seal, or a snapshot parts and no entry: the ledger ends, or another record of its chain comes, before it. */
        INCOMPLETE,
        /** A snapshot says something else than the records before its barrier, or that barrier is not the latest. */
        SNAPSHOT,
        /** The first records are cut off, and no two snapshots stand for them. */
        CUT
    }

    /**
     * Returns this break with a mention of a later break, at which the reading has ended and which may be a result of this break.
     *
     * @param later the break where the reading ends
     */
    public LedgerBreak followedBy(LedgerBreak later) {
        return new LedgerBreak(position, reason, where + ", and then " + later);
    }

    /** States in words how an operator can mend the ledger. */
    public String remedy() {
        if (reason == Reason.CUT) {
            return "only weir ledger cut may shorten a ledger, and it leaves two snapshots: put back what is missing from an archive or"
                    + " a backup; what was spent counts, and nothing is released before";
        }
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
