package dev.weir.accountant.journal.audit;

import dev.weir.accountant.journal.chain.ChainHash;
import dev.weir.accountant.journal.chain.ChainTip;
import dev.weir.accountant.journal.chain.DomainEvent.Snapshot;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.accountant.journal.chain.LedgerRecord.SnapshotPart;
import dev.weir.accountant.journal.chain.LedgerRecord.SnapshotPart.Content;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The parts of one snapshot that have been read, in front of its entry; and the records of a snapshot that is to be written. */
final class SnapshotParts {

    private final ByteArrayOutputStream ledger = new ByteArrayOutputStream();
    private final ByteArrayOutputStream charges = new ByteArrayOutputStream();
    private int count;

    /** The number of parts that have been added. */
    int count() {
        return count;
    }

    /**
     * Adds the next part.
     *
     * @param next the number of the snapshot's entry
     * @return whether the part is the next one of that snapshot
     */
    boolean add(SnapshotPart part, long next) {
        if (!isNext(part, next)) {
            return false;
        }
        (part.content() == Content.LEDGER ? ledger : charges).writeBytes(part.bytes());
        count++;
        return true;
    }

    /** Whether a part is the next one of the snapshot whose entry has the number {@code next}. */
    boolean isNext(SnapshotPart part, long next) {
        return part.entry() == next && part.index() == count;
    }

    int ledgerLength() {
        return ledger.size();
    }

    byte[] ledger() {
        return ledger.toByteArray();
    }

    byte[] charges() {
        return charges.toByteArray();
    }

    /** Whether a snapshot has the digests of these parts. */
    boolean areOf(Snapshot snapshot) {
        return snapshot.ledger().equals(ChainHash.digest(ledger()))
                && snapshot.charges().equals(ChainHash.digest(charges()));
    }

    /**
     * Returns the records of a snapshot, to be written in one transaction.
     *
     * @param tip the tip of the domain's chain
     * @param barrier the number of the barrier
     * @param ledger the bytes of the folded ledger before the barrier
     * @param charges the bytes of the folded charges before the barrier
     */
    static List<LedgerRecord> records(ChainTip tip, long barrier, byte[] ledger, byte[] charges) {
        List<LedgerRecord> records = new ArrayList<>();
        add(Content.LEDGER, ledger, tip.sequence() + 1, records);
        add(Content.CHARGES, charges, tip.sequence() + 1, records);
        records.add(DomainEntry.after(tip, new Snapshot(barrier, ChainHash.digest(ledger), ChainHash.digest(charges))));
        return records;
    }

    private static void add(Content content, byte[] bytes, long entry, List<LedgerRecord> records) {
        for (int from = 0; from < bytes.length; from += SnapshotPart.MOST_BYTES) {
            byte[] part = Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + SnapshotPart.MOST_BYTES));
            records.add(new SnapshotPart(entry, records.size(), content, part));
        }
    }
}
