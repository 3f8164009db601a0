package dev.weir.accountant.journal.reading;

import dev.weir.accountant.journal.chain.ChainTip;
import java.util.function.Consumer;

/** Receives the content of a ledger from a store, record by record, and the positions, times and losses that the store reports. */
public interface LedgerRecords {

    /**
     * Receives the bytes of the next record.
     *
     * @param bytes the bytes, which may be unreadable; they must not be changed afterwards
     */
    void accept(byte[] bytes);

    /**
     * Receives the position of the records that follow, and the time when they were written. Stores whose records have
     * no offsets do not call it.
     *
     * @param offset the offset in the only partition of the ledger's log, at least 0
     * @param millis the time of the write by the store's clock, epoch milliseconds; below 0 if the time is not known
     */
    default void at(long offset, long millis) {}

    /**
     * Receives the report that the store has lost any number of records at this point. Records after this point do not
     * count.
     */
    void missing();

    /**
     * Receives, before the first record, the report that a person has cut the first records off, before a barrier, which is the record that
     * follows. A receiver that does not know what to do then takes the records for lost.
     */
    default void cut() {
        missing();
    }

    /**
     * Receives, before the first record, the newest entry of the domain's chain that is known from elsewhere. Newer
     * entries may have been written since.
     *
     * @param entry the tip of the domain's chain with that entry
     */
    default void newest(ChainTip entry) {}

    /**
     * Whether the records received so far are about a ledger with an entry, although that entry itself may have been cut off: a snapshot
     * among them has its digest. A receiver that checks no chain knows of none.
     *
     * @param entry the tip of the domain's chain with that entry
     */
    default boolean knows(ChainTip entry) {
        return false;
    }

    /**
     * Creates a receiver that passes on the bytes of records. Such a receiver cannot report a loss, so its {@link #missing} throws {@link
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
     * Creates a receiver that passes on the bytes of records and reports a loss.
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
