package dev.weir.accountant.journal.audit;

import dev.weir.accountant.journal.chain.ChainHash;
import dev.weir.accountant.journal.chain.ChainTip;
import dev.weir.accountant.journal.chain.DomainEvent.Snapshot;
import dev.weir.accountant.journal.chain.LedgerBytes;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.accountant.journal.chain.LedgerRecord.SnapshotPart;
import dev.weir.accountant.journal.chain.LedgerRecord.SnapshotPart.Content;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The parts of a snapshot, whose entry comes first and names the digest of each. So only the parts that the holder of the domain's id has
 * written are taken, whatever others write between them, and no more bytes are held than the entry names.
 */
final class SnapshotParts {

    private final Snapshot snapshot;
    private final List<SnapshotPart> taken = new ArrayList<>();

    /** Creates the parts of a snapshot whose entry has been read. */
    SnapshotParts(Snapshot snapshot) {
        this.snapshot = snapshot;
    }

    /** Whether a part is the next one that the snapshot names. */
    boolean isNext(SnapshotPart part) {
        return LedgerBytes.isPart(part, snapshot, taken.size());
    }

    /** Takes a part if it is the next one, and returns whether it is. */
    boolean add(SnapshotPart part) {
        return isNext(part) && taken.add(part);
    }

    /** Whether all parts have been taken. */
    boolean isWhole() {
        return taken.size() == snapshot.parts().size();
    }

    byte[] ledger() {
        return bytes(Content.LEDGER);
    }

    byte[] charges() {
        return bytes(Content.CHARGES);
    }

    private byte[] bytes(Content content) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        taken.stream().filter(part -> part.content() == content).forEach(part -> bytes.writeBytes(part.bytes()));
        return bytes.toByteArray();
    }

    /** Whether the bytes of the parts have the two digests that the snapshot names. */
    boolean areOfSnapshot() {
        return isWhole()
                && snapshot.ledger().equals(ChainHash.digest(ledger()))
                && snapshot.charges().equals(ChainHash.digest(charges()));
    }

    /**
     * Whether bytes fit into the parts of one snapshot.
     *
     * @param ledger the number of bytes of the folded ledger
     * @param charges the number of bytes of the folded charges
     */
    static boolean fit(long ledger, long charges) {
        return count(ledger) + count(charges) <= SnapshotPart.MOST_PARTS;
    }

    private static long count(long bytes) {
        return (bytes + SnapshotPart.MOST_BYTES - 1) / SnapshotPart.MOST_BYTES;
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
        List<SnapshotPart> parts = new ArrayList<>();
        add(Content.LEDGER, ledger, tip.sequence() + 1, parts);
        add(Content.CHARGES, charges, tip.sequence() + 1, parts);
        Snapshot snapshot = new Snapshot(
                barrier,
                ChainHash.digest(ledger),
                ChainHash.digest(charges),
                parts.stream().map(LedgerBytes::digest).toList());
        List<LedgerRecord> records = new ArrayList<>();
        records.add(DomainEntry.after(tip, snapshot));
        records.addAll(parts);
        return records;
    }

    private static void add(Content content, byte[] bytes, long entry, List<SnapshotPart> parts) {
        for (int from = 0; from < bytes.length; from += SnapshotPart.MOST_BYTES) {
            byte[] part = Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + SnapshotPart.MOST_BYTES));
            parts.add(new SnapshotPart(entry, parts.size(), content, part));
        }
    }
}
