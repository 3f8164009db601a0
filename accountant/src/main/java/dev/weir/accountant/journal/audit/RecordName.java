package dev.weir.accountant.journal.audit;

import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.BatchSeal;
import dev.weir.accountant.journal.chain.LedgerRecord.Confirmation;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.accountant.journal.chain.LedgerRecord.Retirement;
import dev.weir.accountant.journal.chain.LedgerRecord.RowEntry;
import dev.weir.accountant.journal.chain.LedgerRecord.SnapshotPart;

/** Names a record of a ledger in messages, using only numbers and names of pipelines. */
final class RecordName {

    private RecordName() {}

    static String of(LedgerRecord record) {
        if (record instanceof DomainEntry entry) {
            return "domain entry " + entry.tip().sequence();
        }
        if (record instanceof SnapshotPart part) {
            return "domain entry " + part.entry() + " part " + part.index();
        }
        if (record instanceof RowEntry row) {
            return row.pipeline() + " batch " + row.sequence() + " row " + row.index();
        }
        if (record instanceof BatchSeal seal) {
            return seal.pipeline() + " batch " + seal.batch().sequence();
        }
        return pipeline(record) + (record instanceof Confirmation ? " confirmation" : " retirement");
    }

    /** The pipeline that a record is about; empty for a record about the domain. */
    static String pipeline(LedgerRecord record) {
        if (record instanceof RowEntry row) {
            return row.pipeline();
        }
        if (record instanceof BatchSeal seal) {
            return seal.pipeline();
        }
        if (record instanceof Confirmation confirmation) {
            return confirmation.pipeline();
        }
        return record instanceof Retirement retirement ? retirement.pipeline() : "";
    }
}
