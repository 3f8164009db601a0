package dev.weir.accountant.journal.reading;

import dev.weir.accountant.journal.chain.ChainTip;

/** Passes on to another reader whatever a store tells. Subclasses override what they look at themselves. */
public abstract class ForwardingRecords implements LedgerRecords {

    private final LedgerRecords next;

    /**
     * What is told goes on.
     *
     * @param next takes it
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
