package dev.weir.accountant.journal.reading;

import dev.weir.accountant.journal.chain.ChainTip;

/**
 * Passes everything that a store tells on to another reader. Subclasses override the methods whose calls they look at.
 */
public abstract class ForwardingRecords implements LedgerRecords {

    private final LedgerRecords next;

    /**
     * A reader that passes everything on.
     *
     * @param next the reader that receives it
     */
    protected ForwardingRecords(LedgerRecords next) {
        this.next = next;
    }

    @Override
    public void accept(byte[] bytes) {
        next.accept(bytes);
    }

    @Override
    public void at(long offset, long millis) {
        next.at(offset, millis);
    }

    @Override
    public void missing() {
        next.missing();
    }

    @Override
    public void newest(ChainTip entry) {
        next.newest(entry);
    }
}
