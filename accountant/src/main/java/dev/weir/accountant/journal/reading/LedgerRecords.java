package dev.weir.accountant.journal.reading;

import dev.weir.accountant.journal.chain.ChainTip;
import java.util.function.Consumer;

/** Receives the content of a ledger from a store, record by record, and what the store knows about the records. */
public interface LedgerRecords {

    /**
     * Takes the bytes of the next record.
     *
     * @param bytes the bytes, which need not be a record; must not be changed afterwards
     */
    void accept(byte[] bytes);

    /**
     * Tells the position of the records that follow, and when they were written. Stores whose records have no offsets
     * do not call it.
     *
     * @param offset the offset in the only partition of the ledger's log, at least 0
     * @param millis when they were written by the store's clock, epoch milliseconds; below 0 where that is not known
     */
    default void at(long offset, long millis) {}

    /** Tells that the store has lost any number of records here. Records after this point do not count. */
    void missing();

    /**
     * Tells, before the first record, which entry of the domain's chain is known from elsewhere to be the newest, or to
     * have been the newest a moment ago.
     *
     * @param entry the tip of the domain's chain with that entry
     */
    default void newest(ChainTip entry) {}

    /**
     * A receiver that passes on the bytes of records. It cannot report a loss, so its {@link #missing} throws {@link
     * IllegalStateException}.
     *
     * @param records receives the bytes of each record
     */
    static LedgerRecords of(Consumer<byte[]> records) {
        return of(records, () -> {
            throw new IllegalStateException("the ledger has lost records");
        });
    }

    /**
     * A receiver that passes on the bytes of records and reports a loss.
     *
     * @param records receives the bytes of each record
     * @param missing runs when the store has lost records
     */
    static LedgerRecords of(Consumer<byte[]> records, Runnable missing) {
        return new LedgerRecords() {

            @Override
            public void accept(byte[] bytes) {
                records.accept(bytes);
            }

            @Override
            public void missing() {
                missing.run();
            }
        };
    }
}
