package dev.weir.accountant.journal.reading;

import dev.weir.accountant.journal.chain.ChainTip;

/** Takes what a store has of a ledger, record by record, and what the store knows of it besides. */
@FunctionalInterface
public interface LedgerRecords {

    /** Takes the next record's bytes. */
    void accept(byte[] bytes);

    /**
     * Says where the records that follow stand, and when they were written. A store whose records have no offsets does not say it.
     *
     * @param offset the offset in the only partition of the ledger's log, at least 0
     * @param millis when they were written by the store's clock, epoch milliseconds; below 0 where that is not known
     */
    default void at(long offset, long millis) {}

    /** Says that the store has lost something here, which may be any number of records. */
    default void missing() {
        accept(new byte[0]);
    }

    /**
     * Says, before the first record, which entry of the domain's chain is known elsewhere to be the newest, or to have been it
     * a moment ago.
     *
     * @param entry the tip of the domain's chain with that entry
     */
    default void newest(ChainTip entry) {}
}
