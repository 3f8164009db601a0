package dev.weir.operators.publish;

import dev.weir.accountant.journal.chain.Batch;
import dev.weir.accountant.journal.chain.BatchDigest;
import dev.weir.accountant.journal.chain.ChainTip;
import dev.weir.accountant.journal.chain.LedgerBytes;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.BatchSeal;
import dev.weir.accountant.journal.chain.LedgerRecord.RowEntry;
import dev.weir.accountant.journal.chain.LedgerRow;
import dev.weir.accountant.journal.chain.Span;
import dev.weir.operators.release.Outcome;
import java.io.DataOutput;
import java.io.IOException;
import java.util.AbstractCollection;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.flink.core.memory.DataOutputSerializer;

/**
 * A batch of a ledger with its rows, kept as the bytes that every checkpoint holds until the batch is published. A row's
 * bytes are those that the ledger keeps and that the batch's digest covers: written once, when a checkpoint closes the batch, and
 * copied ever after. Rows are read out of the bytes one by one, for the ledger and for the sink, and never all at once.
 *
 * <p>Bytes: the format, the batch's number, how many rows, how many of them were withheld, then each row behind its length.
 *
 * @param batch its number, digest and span
 * @param bytes its rows as checkpoints hold them; nobody changes them
 */
record LedgerBatch(Batch batch, byte[] bytes) {

    /** The format; batches without a ledger have format 1. */
    static final int FORMAT = 2;

    private static final int INITIAL_BYTES = 1 << 12;
    private static final int HEADER_BYTES = Integer.BYTES + Long.BYTES + 2 * Integer.BYTES;

    /**
     * The batch that follows {@code previous}.
     *
     * @param pipeline whose batch it is
     * @param rows in {@link PublishedRow#PUBLIC_ORDER}, at least one, all of which may be published
     */
    static LedgerBatch after(ChainTip previous, String pipeline, List<PublishedRow> rows) throws IOException {
        BatchDigest digest = new BatchDigest(pipeline, previous);
        DataOutputSerializer out = new DataOutputSerializer(INITIAL_BYTES);
        writeHeader(previous.sequence() + 1, rows, out);
        for (PublishedRow row : rows) {
            byte[] canonical = encode(row);
            digest.add(canonical);
            out.writeInt(canonical.length);
            out.write(canonical);
        }
        return new LedgerBatch(digest.close(span(rows)), out.getCopyOfBuffer());
    }

    private static void writeHeader(long number, List<PublishedRow> rows, DataOutput out) throws IOException {
        out.writeInt(FORMAT);
        out.writeLong(number);
        out.writeInt(rows.size());
        out.writeInt((int)
                rows.stream().filter(row -> row.kind() == Outcome.Kind.WITHHELD).count());
    }

    /** What the windows of all rows cover. */
    private static Span span(List<PublishedRow> rows) {
        Span span = Span.of(rows.get(0).windowStart(), rows.get(0).windowEnd());
        for (PublishedRow row : rows) {
            span = span.with(row.windowStart(), row.windowEnd());
        }
        return span;
    }

    private static byte[] encode(PublishedRow row) {
        return LedgerBytes.encode(new LedgerRow(
                ledgerKind(row.kind()),
                row.releaseId(),
                row.query(),
                row.key(),
                row.windowStart(),
                row.windowEnd(),
                row.charge(),
                row.line()));
    }

    private static LedgerRow.Kind ledgerKind(Outcome.Kind kind) {
        return switch (kind) {
            case RELEASED -> LedgerRow.Kind.RELEASED;
            case WITHHELD -> LedgerRow.Kind.WITHHELD;
            case EXACT -> throw new IllegalArgumentException("an exact row must never come near a ledger");
        };
    }

    private static PublishedRow decode(byte[] canonical) {
        LedgerRow row = LedgerBytes.decodeRow(canonical)
                .orElseThrow(() -> new IllegalStateException("a pending row must be in the ledger's form"));
        Outcome.Kind kind = row.kind() == LedgerRow.Kind.RELEASED ? Outcome.Kind.RELEASED : Outcome.Kind.WITHHELD;
        return new PublishedRow(
                kind, row.start(), row.end(), row.query(), row.key(), row.release(), row.charge(), row.line());
    }

    /**
     * A batch from a checkpoint.
     *
     * @throws IOException if the bytes are not this batch's
     */
    static LedgerBatch restored(Batch batch, byte[] bytes) throws IOException {
        PendingRows rows = new PendingRows(bytes);
        if (rows.nextInt() != FORMAT || rows.nextLong() != batch.sequence() || rows.nextInt() != batch.rows()) {
            throw new IOException("the rows of batch " + batch.sequence() + " are not in the restored state");
        }
        return new LedgerBatch(batch, bytes);
    }

    /** How many of its rows were withheld. */
    int withheld() {
        PendingRows rows = new PendingRows(bytes);
        rows.skip(HEADER_BYTES - Integer.BYTES);
        return rows.nextInt();
    }

    /** The rows, in {@link PublishedRow#PUBLIC_ORDER}. */
    Collection<PublishedRow> rows() {
        return new AbstractCollection<>() {
            @Override
            public Iterator<PublishedRow> iterator() {
                return canonicalRows().map(LedgerBatch::decode);
            }

            @Override
            public int size() {
                return batch.rows();
            }
        };
    }

    /** What the ledger is to hold: the rows, then the seal. */
    Iterable<LedgerRecord> records(BatchSeal seal) {
        return () -> Stream.concat(entries(seal.pipeline()), Stream.of(seal)).iterator();
    }

    /** The rows with their places in the batch, each read when the stream gets there. */
    private Stream<LedgerRecord> entries(String pipeline) {
        PendingRows rows = canonicalRows();
        return IntStream.range(0, batch.rows())
                .mapToObj(at -> new RowEntry(pipeline, batch.sequence(), at, rows.next()));
    }

    private PendingRows canonicalRows() {
        PendingRows rows = new PendingRows(bytes);
        rows.skip(HEADER_BYTES);
        return rows;
    }

    /** Names the batch, never a row. */
    @Override
    public String toString() {
        return "batch " + batch.sequence();
    }
}
