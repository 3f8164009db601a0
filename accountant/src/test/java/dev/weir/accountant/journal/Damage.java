package dev.weir.accountant.journal;

import dev.weir.accountant.journal.chain.DomainEvent;
import dev.weir.accountant.journal.chain.LedgerBytes;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.BatchSeal;
import dev.weir.accountant.journal.chain.LedgerRecord.Confirmation;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.accountant.journal.chain.LedgerRecord.Retirement;
import dev.weir.accountant.journal.chain.LedgerRecord.RowEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Damage to the bytes of a ledger: foreign bytes between its records, and other bytes in place of records. */
final class Damage {

    private final List<LedgerRecord> whole;
    private final SplittableRandom random;
    private final byte[][] bytes;
    private final List<List<byte[]>> before = new ArrayList<>();
    private final List<Integer> inserted = new ArrayList<>();
    private final List<Copy> duplicated = new ArrayList<>();

    /**
     * A record that occurs twice.
     *
     * @param of the index of the record
     * @param at the index of the record before which its copy is inserted
     */
    private record Copy(int of, int at) {}

    /** The kinds of damage. */
    enum Kind {
        /** Bytes that never were a record are inserted. */
        FOREIGN,
        /** A truncated copy of a record is inserted elsewhere. */
        FOREIGN_COPY,
        /** A copy of a record is inserted later, as by a mirror that sends a message twice. */
        DUPLICATED,
        /** A record is replaced by other bytes. */
        GARBLED,
        /** A record is truncated. */
        CUT,
        /** One byte of a record is changed. */
        FLIPPED,
        /** Each record of a batch, or a domain entry, is replaced by other bytes. */
        BATCH_GARBLED
    }

    Damage(List<LedgerRecord> whole, SplittableRandom random) {
        this.whole = List.copyOf(whole);
        this.random = random;
        this.bytes = whole.stream().map(LedgerBytes::encode).toArray(byte[][]::new);
        for (int i = 0; i <= whole.size(); i++) {
            before.add(new ArrayList<>());
        }
    }

    /** Adds damage of a random kind at a random place. */
    Kind add() {
        Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
        int at = random.nextInt(whole.size());
        switch (kind) {
            case FOREIGN -> insert(random.nextInt(whole.size() + 1), noise());
            case FOREIGN_COPY -> insert(random.nextInt(whole.size() + 1), cut(LedgerBytes.encode(whole.get(at))));
            case DUPLICATED -> duplicated.add(new Copy(at, at + 1 + random.nextInt(whole.size() - at)));
            case GARBLED -> bytes[at] = noise();
            case CUT -> bytes[at] = cut(bytes[at]);
            case FLIPPED -> flip(at);
            case BATCH_GARBLED -> garbleBatch(at);
        }
        return kind;
    }

    private void insert(int at, byte[] foreign) {
        before.get(at).add(foreign);
        inserted.add(at);
    }

    /** Returns random bytes whose first byte is no known version. */
    private byte[] noise() {
        byte[] noise = new byte[random.nextInt(80)];
        random.nextBytes(noise);
        if (noise.length > 0) {
            noise[0] |= 0x10;
        }
        return noise;
    }

    private byte[] cut(byte[] record) {
        return Arrays.copyOf(record, random.nextInt(Math.max(1, record.length)));
    }

    private void flip(int at) {
        if (bytes[at].length > 0) {
            byte[] flipped = bytes[at].clone();
            flipped[random.nextInt(flipped.length)] ^= (byte) (1 + random.nextInt(255));
            bytes[at] = flipped;
        }
    }

    private void garbleBatch(int at) {
        LedgerRecord record = whole.get(at);
        for (int i = 0; i < whole.size(); i++) {
            if (i == at || (!batch(record).isEmpty() && batch(record).equals(batch(whole.get(i))))) {
                bytes[i] = noise();
            }
        }
    }

    private static String batch(LedgerRecord record) {
        if (record instanceof RowEntry row) {
            return row.pipeline() + row.sequence();
        }
        return record instanceof BatchSeal seal ? seal.pipeline() + seal.batch().sequence() : "";
    }

    /** Whether a record holds the digest of a pipeline's newest batch at that place. */
    static boolean isOf(String pipeline, LedgerRecord record) {
        if (record instanceof BatchSeal seal) {
            return seal.pipeline().equals(pipeline);
        }
        if (record instanceof Retirement retirement) {
            return retirement.pipeline().equals(pipeline);
        }
        if (record instanceof Confirmation confirmation) {
            return confirmation.pipeline().equals(pipeline);
        }
        return record instanceof DomainEntry entry
                && ((entry.event() instanceof DomainEvent.Ownership ownership
                                && ownership.pipeline().equals(pipeline))
                        || (entry.event() instanceof DomainEvent.Adoption adoption
                                && adoption.pipeline().equals(pipeline)));
    }

    /** Returns the damaged bytes. */
    List<byte[]> records() {
        List<byte[]> records = new ArrayList<>();
        for (int i = 0; i < bytes.length; i++) {
            addInserted(i, records);
            records.add(bytes[i]);
        }
        addInserted(bytes.length, records);
        return records;
    }

    private void addInserted(int at, List<byte[]> records) {
        records.addAll(before.get(at));
        duplicated.stream().filter(copy -> copy.at() == at).forEach(copy -> records.add(bytes[copy.of()]));
    }

    /** Returns the records that were replaced by other bytes. */
    List<LedgerRecord> destroyed() {
        List<LedgerRecord> destroyed = new ArrayList<>();
        for (int i = 0; i < bytes.length; i++) {
            if (!Arrays.equals(bytes[i], LedgerBytes.encode(whole.get(i)))) {
                destroyed.add(whole.get(i));
            }
        }
        return destroyed;
    }

    /** Whether the only damage is inserted bytes that are no record. */
    boolean isForeignAlone() {
        return destroyed().isEmpty() && duplicated.isEmpty();
    }

    /** Returns the indexes of the records before which foreign bytes were inserted. */
    List<Integer> inserted() {
        return inserted;
    }
}
