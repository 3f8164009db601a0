package dev.weir.accountant.journal.reading;

import dev.weir.accountant.journal.chain.ChainTip;

/** Passes all reports of a store on to another reader. Subclasses override the methods whose calls they evaluate. */
public abstract class ForwardingRecords implements LedgerRecords {

    private final LedgerRecords next;

    /**
     * Creates a reader that passes all reports on.
     *
     * @param next the reader that receives them
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
    public void cut() {
        next.cut();
    }

    @Override
    public void newest(ChainTip entry) {
        next.newest(entry);
    }

    @Override
    public boolean knows(ChainTip entry) {
        return next.knows(entry);
    }
}
