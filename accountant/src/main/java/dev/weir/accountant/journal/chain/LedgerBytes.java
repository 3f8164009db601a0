package dev.weir.accountant.journal.chain;

import dev.weir.accountant.canonical.CanonicalReader;
import dev.weir.accountant.canonical.CanonicalWriter;
import dev.weir.accountant.journal.chain.DomainEvent.Snapshot;
import dev.weir.accountant.journal.chain.LedgerRecord.BatchSeal;
import dev.weir.accountant.journal.chain.LedgerRecord.Confirmation;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.accountant.journal.chain.LedgerRecord.Retirement;
import dev.weir.accountant.journal.chain.LedgerRecord.RowEntry;
import dev.weir.accountant.journal.chain.LedgerRecord.SnapshotPart;
import dev.weir.accountant.journal.chain.LedgerRecord.SnapshotPart.Content;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Delta;
import java.util.Optional;
import java.util.function.Function;

/**
 * The canonical bytes of a ledger's records: version, kind, then the fields in their order, whole numbers big-endian,
 * texts in UTF-8 preceded by their length. A record has exactly one form; bytes in any other form are not a record.
 */
public final class LedgerBytes {

    private LedgerBytes() {}

    /**
     * Returns the canonical bytes of a record.
     *
     * @param record the record
     */
    public static byte[] encode(LedgerRecord record) {
        CanonicalWriter out = new CanonicalWriter();
        write(record, out);
        return out.bytes();
    }

    /**
     * Appends the canonical bytes of a record.
     *
     * @param record the record
     * @param out the writer to which they are appended
     */
    public static void write(LedgerRecord record, CanonicalWriter out) {
        out.code(CanonicalForm.VERSION);
        if (record instanceof RowEntry row) {
            out.code(CanonicalForm.ROW_ENTRY)
                    .text(row.pipeline())
                    .number(row.sequence())
                    .count(row.index())
                    .block(row.row());
        } else if (record instanceof BatchSeal seal) {
            out.code(CanonicalForm.BATCH_SEAL)
                    .text(seal.pipeline())
                    .number(seal.owner())
                    .fields(seal.batch());
        } else if (record instanceof DomainEntry entry) {
            out.code(CanonicalForm.DOMAIN_ENTRY).fields(entry.tip());
            DomainEventBytes.write(entry.event(), out);
        } else if (record instanceof Retirement retirement) {
            write(retirement, out);
        } else if (record instanceof Confirmation confirmation) {
            out.code(CanonicalForm.CONFIRMATION)
                    .fields(confirmation.last())
                    .text(confirmation.pipeline())
                    .number(confirmation.owner())
                    .number(confirmation.number());
        } else if (record instanceof SnapshotPart part) {
            write(part, out);
        }
    }

    private static void write(Retirement retirement, CanonicalWriter out) {
        out.code(CanonicalForm.RETIREMENT)
                .text(retirement.pipeline())
                .number(retirement.owner())
                .fields(retirement.last());
    }

    private static void write(SnapshotPart part, CanonicalWriter out) {
        out.code(CanonicalForm.SNAPSHOT_PART)
                .number(part.entry())
                .count(part.index())
                .code((byte) (part.content() == Content.LEDGER ? 1 : 2))
                .block(part.bytes());
    }

    /**
     * Returns the canonical bytes of a row, which {@link RowEntry#row} holds and the digest of a batch covers.
     *
     * @param row the row
     */
    public static byte[] encode(LedgerRow row) {
        CanonicalWriter out = new CanonicalWriter();
        write(row, out);
        return out.bytes();
    }

    /**
     * Appends the canonical bytes of a row.
     *
     * @param row the row
     * @param out the writer to which they are appended
     */
    public static void write(LedgerRow row, CanonicalWriter out) {
        out.code(CanonicalForm.VERSION)
                .code(CanonicalForm.ROW)
                .code(code(row.kind()))
                .text(row.release())
                .text(row.query())
                .text(row.key())
                .number(row.start())
                .number(row.end())
                .number(row.charge())
                .block(row.line());
    }

    /**
     * Reads a record; empty if the bytes are not those of a record. The method never throws.
     *
     * @param bytes the bytes, any
     */
    public static Optional<LedgerRecord> decode(byte[] bytes) {
        return read(bytes, LedgerBytes::readRecord);
    }

    /**
     * Reads a row; empty if the bytes are not those of a row. The method never throws.
     *
     * @param bytes the bytes, any
     */
    public static Optional<LedgerRow> decodeRow(byte[] bytes) {
        return read(bytes, LedgerBytes::readRow);
    }

    /**
     * Reads the length of a row, and then the row.
     *
     * @param in the reader of the bytes
     * @throws IllegalArgumentException if there is no row of that length
     */
    public static LedgerRow readRowBehindLength(CanonicalReader in) {
        int length = in.count();
        int rest = in.left() - length;
        in.expect(CanonicalForm.VERSION);
        LedgerRow row = readRow(in);
        CanonicalReader.check(in.left() == rest);
        return row;
    }

    /**
     * Returns the canonical bytes of a decision, as an entry of the domain's chain contains them.
     *
     * @param event the decision
     */
    public static CanonicalWriter.Fields fields(DomainEvent event) {
        return out -> DomainEventBytes.write(event, out);
    }

    /**
     * Reads a decision that {@link #fields(DomainEvent)} has written.
     *
     * @param in the reader of the bytes
     * @throws IllegalArgumentException if the bytes are not those of a decision
     */
    public static DomainEvent readEvent(CanonicalReader in) {
        return DomainEventBytes.read(in);
    }

    /**
     * Returns the canonical bytes of an amount and the &delta;s that belong to it.
     *
     * @param amount the amount
     * @param deltas the &delta;s
     */
    public static CanonicalWriter.Fields fields(Amount amount, Delta... deltas) {
        return out -> {
            out.fields(AmountBytes.of(amount));
            for (Delta delta : deltas) {
                out.fields(AmountBytes.of(delta));
            }
        };
    }

    /**
     * Reads an amount, which {@link #fields(Amount, Delta...)} has written.
     *
     * @param in the reader of the bytes
     * @throws IllegalArgumentException if the bytes are not those of an amount
     */
    public static Amount readAmount(CanonicalReader in) {
        return AmountBytes.amount(in);
    }

    /**
     * Reads a &delta;, which {@link #fields(Amount, Delta...)} has written.
     *
     * @param in the reader of the bytes
     * @throws IllegalArgumentException if the bytes are not those of a &delta;
     */
    public static Delta readDelta(CanonicalReader in) {
        return AmountBytes.delta(in);
    }

    /**
     * Returns the digest by which a snapshot names one of its parts.
     *
     * @param part the part
     */
    public static ChainHash digest(SnapshotPart part) {
        return ChainHash.digest(encode(part));
    }

    /**
     * Whether a snapshot names a part. The digest covers the number of the entry, the index and the content, so no other part has it.
     *
     * @param part the part, of anybody
     * @param snapshot the snapshot
     * @param index the index that the part must have
     */
    public static boolean isPart(SnapshotPart part, Snapshot snapshot, int index) {
        return index < snapshot.parts().size()
                && part.index() == index
                && snapshot.parts().get(index).equals(digest(part));
    }

    /**
     * Whether a record is a {@link RowEntry}. Only its first two bytes are read.
     *
     * @param bytes the bytes of a record; may be empty
     */
    public static boolean isRow(byte[] bytes) {
        return bytes.length > 1 && bytes[0] == CanonicalForm.VERSION && bytes[1] == CanonicalForm.ROW_ENTRY;
    }

    /**
     * Reads a value in the canonical form. The constructors of values check their arguments, so bytes with values that
     * a constructor refuses are not a record either.
     */
    private static <T> Optional<T> read(byte[] bytes, Function<CanonicalReader, T> form) {
        try {
            CanonicalReader in = new CanonicalReader(bytes);
            in.expect(CanonicalForm.VERSION);
            T read = form.apply(in);
            in.end();
            return Optional.of(read);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static LedgerRecord readRecord(CanonicalReader in) {
        return switch (in.code()) {
            case CanonicalForm.ROW_ENTRY -> new RowEntry(in.text(), in.number(), in.count(), in.block());
            case CanonicalForm.BATCH_SEAL -> new BatchSeal(in.text(), in.number(), Batch.read(in));
            case CanonicalForm.DOMAIN_ENTRY -> new DomainEntry(ChainTip.read(in), DomainEventBytes.read(in));
            case CanonicalForm.RETIREMENT -> new Retirement(in.text(), in.number(), ChainTip.read(in));
            case CanonicalForm.CONFIRMATION -> new Confirmation(ChainTip.read(in), in.text(), in.number(), in.number());
            case CanonicalForm.SNAPSHOT_PART ->
                new SnapshotPart(in.number(), in.count(), readContent(in.code()), in.block());
            default -> throw new CanonicalReader.Malformed();
        };
    }

    private static Content readContent(byte code) {
        CanonicalReader.check(code == 1 || code == 2);
        return code == 1 ? Content.LEDGER : Content.CHARGES;
    }

    private static LedgerRow readRow(CanonicalReader in) {
        in.expect(CanonicalForm.ROW);
        return new LedgerRow(
                readKind(in.code()),
                in.text(),
                in.text(),
                in.text(),
                in.number(),
                in.number(),
                in.number(),
                in.block());
    }

    /** A build that does not know a code takes the row for unreadable, and reads no sum from the ledger. */
    private static byte code(LedgerRow.Kind kind) {
        return switch (kind) {
            case RELEASED -> 1;
            case WITHHELD -> 2;
            case CLOSED -> 3;
        };
    }

    private static LedgerRow.Kind readKind(byte code) {
        return switch (code) {
            case 1 -> LedgerRow.Kind.RELEASED;
            case 2 -> LedgerRow.Kind.WITHHELD;
            case 3 -> LedgerRow.Kind.CLOSED;
            default -> throw new CanonicalReader.Malformed();
        };
    }
}
