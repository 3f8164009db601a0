package dev.weir.accountant.journal.reading;

import dev.weir.accountant.journal.chain.ChainTip;
import java.util.function.Consumer;

/** Takes what a store has of a ledger, record by record, and what the store knows of it besides. */
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

    /** Says that the store has lost something here, which may be any number of records. Nothing that is read behind it counts. */
    void missing();

    /**
     * Says, before the first record, which entry of the domain's chain is known elsewhere to be the newest, or to have been it
     * a moment ago.
     *
     * @param entry the tip of the domain's chain with that entry
     */
    default void newest(ChainTip entry) {}

    /**
     * Takes bytes alone. A store that has lost something is not read on: {@link #missing} throws {@link IllegalStateException}, for
     * whoever looks at bytes alone cannot tell.
     *
     * @param records takes the bytes of each record
     */
    static LedgerRecords of(Consumer<byte[]> records) {
        return of(records, () -> {
            throw new IllegalStateException("the ledger has lost records");
        });
    }

    /**
     * Takes bytes, and is told what is lost.
     *
     * @param records takes the bytes of each record
     * @param missing is called where something is lost
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
