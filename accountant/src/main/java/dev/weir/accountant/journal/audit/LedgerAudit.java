package dev.weir.accountant.journal.audit;

import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.reading.ForwardingRecords;
import dev.weir.accountant.privacy.Amount;
import java.util.Map;

/**
 * Audits a ledger from its records alone: who owns what, how far every chain has come, what every key has been charged, or
 * where the ledger breaks.
 */
public final class LedgerAudit extends ForwardingRecords {

    private final LedgerReader reader;
    private final ChargeAudit charges = new ChargeAudit();

    /** An audit of the ledger of a domain, of which nothing has been read. */
    public LedgerAudit(String domain) {
        this(new LedgerReader(domain, WantedDigests.NOTHING));
    }

    private LedgerAudit(LedgerReader reader) {
        super(reader);
        this.reader = reader;
    }

    /** Audits the bytes of all records of a ledger, in their order. */
    public static Report of(String domain, Iterable<byte[]> records) {
        LedgerAudit audit = new LedgerAudit(domain);
        records.forEach(audit::accept);
        return audit.report();
    }

    @Override
    public void accept(byte[] bytes) {
        if (!reader.isBroken()) {
            reader.read(bytes).filter(record -> !reader.isBroken()).ifPresent(this::charge);
        }
    }

    /** Whether the ledger breaks at a record that was taken. */
    public boolean isBroken() {
        return reader.isBroken();
    }

    private void charge(LedgerRecord record) {
        charges.accept(record).ifPresent(reason -> reader.refuseLast(record, reason));
    }

    /** What the records that were read say. */
    public Report report() {
        return new Report(reader.view(), charges.spent());
    }

    /**
     * What an audit found.
     *
     * @param view owners, chains and claims, and where the ledger breaks
     * @param charges what has been charged, by key and period, up to the end or the break
     */
    public record Report(LedgerView view, Map<ChargeAudit.Scope, Amount> charges) {}
}
