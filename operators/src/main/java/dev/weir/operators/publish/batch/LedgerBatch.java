package dev.weir.operators.publish.batch;

import dev.weir.accountant.canonical.CanonicalReader;
import dev.weir.accountant.canonical.CanonicalWriter;
import dev.weir.accountant.journal.chain.Batch;
import dev.weir.accountant.journal.chain.BatchDigest;
import dev.weir.accountant.journal.chain.ChainTip;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.BatchSeal;
import dev.weir.accountant.journal.chain.LedgerRecord.RowEntry;
import dev.weir.accountant.journal.chain.Span;
import dev.weir.operators.publish.row.BigEndian;
import dev.weir.operators.publish.row.LedgerEncoding;
import dev.weir.operators.publish.row.OrderedRows;
import dev.weir.operators.publish.row.PublishedRow;
import java.util.AbstractCollection;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.flink.runtime.execution.SuppressRestartsException;

/**
 * A batch with its rows, kept as the bytes that every checkpoint contains until the batch is published. The bytes of a
 * row are the bytes that the ledger stores and that the batch's digest covers. They are written once, when a checkpoint
 * closes the batch, and only copied afterwards. Rows are decoded from the bytes one by one, for the ledger and for the
 * sink, and never all at once.
 *
 * <p>Bytes: the format, the batch's number, the number of rows, the number of withheld rows, then each row preceded by
 * its length.
 *
 * @param batch the batch's number, digest and span
 * @param bytes the batch in the form described above, as checkpoints contain it; never changed
 * @param closed the number of rows that say that a window is closed
 */
public record LedgerBatch(Batch batch, byte[] bytes, int closed) {

    /** The number of the format; {@link OlderBatches} have format 1. */
    static final int FORMAT = 2;

    private static final int HEADER_BYTES = Integer.BYTES + Long.BYTES + 2 * Integer.BYTES;

    /**
     * The batch that follows {@code previous}.
     *
     * @param previous the tip before the batch
     * @param pipeline the name of the pipeline
     * @param rows at least one row, in {@link LedgerEncoding}; every row may be published
     */
    static LedgerBatch after(ChainTip previous, String pipeline, OrderedRows rows) {
        byte[] bytes = rows.gatherBehindLengths(HEADER_BYTES);
        BatchDigest digest = new BatchDigest(pipeline, previous);
        digest.addAll(bytes, HEADER_BYTES);
        Summary summary = Summary.of(bytes);
        Batch batch = digest.close(summary.span());
        byte[] header = new CanonicalWriter()
                .count(FORMAT)
                .number(batch.sequence())
                .count(rows.size())
                .count(summary.withheld())
                .bytes();
        System.arraycopy(header, 0, bytes, 0, HEADER_BYTES);
        return new LedgerBatch(batch, bytes, summary.closed());
    }

    /**
     * The span and the counts of a batch's rows, computed in one pass, because most of the time goes into reading the rows.
     *
     * @param span the span of their windows
     * @param withheld how many are withheld
     * @param closed how many say that a window is closed
     */
    private record Summary(Span span, int withheld, int closed) {

        /** Reads the rows of a batch. The rows of a window are adjacent. */
        static Summary of(byte[] bytes) {
            long start = LedgerEncoding.windowStart(bytes, first());
            long end = LedgerEncoding.windowEnd(bytes, first());
            Span span = Span.of(start, end);
            int withheld = 0;
            int closed = 0;
            for (int row = first(); row < bytes.length; row = next(bytes, row)) {
                long nextStart = LedgerEncoding.windowStart(bytes, row);
                long nextEnd = LedgerEncoding.windowEnd(bytes, row);
                if (nextStart != start || nextEnd != end) {
                    start = nextStart;
                    end = nextEnd;
                    span = span.with(start, end);
                }
                withheld += LedgerEncoding.isWithheld(bytes, row) ? 1 : 0;
                closed += LedgerEncoding.isClosed(bytes, row) ? 1 : 0;
            }
            return new Summary(span, withheld, closed);
        }
    }

    /** The index of the first row, after its length. */
    private static int first() {
        return HEADER_BYTES + Integer.BYTES;
    }

    /** The index of the row after the row at index {@code row}. */
    private static int next(byte[] bytes, int row) {
        return row + BigEndian.readInt(bytes, row - Integer.BYTES) + Integer.BYTES;
    }

    /**
     * Restores a batch from a checkpoint, which keeps the rows apart from the number, digest and span of the batch.
     *
     * @param previous the tip before the batch
     * @param pipeline the name of the pipeline
     * @param batch the number, digest and span of the batch in the checkpoint
     * @param bytes the batch with its rows, in the form of {@link #bytes}
     * @throws SuppressRestartsException if the bytes are not those of this batch
     */
    public static LedgerBatch restored(ChainTip previous, String pipeline, Batch batch, byte[] bytes) {
        if (!isOf(batch, new BatchDigest(pipeline, previous), bytes)) {
            throw UnusableRows.refused("those of batch " + batch.sequence() + " are other ones");
        }
        return new LedgerBatch(batch, bytes, Summary.of(bytes).closed());
    }

    private static boolean isOf(Batch batch, BatchDigest digest, byte[] bytes) {
        try {
            CanonicalReader header = new CanonicalReader(bytes);
            boolean startsLikeIt =
                    header.count() == FORMAT && header.number() == batch.sequence() && header.count() == batch.rows();
            if (!startsLikeIt || header.count() > batch.rows()) {
                return false;
            }
            digest.addAll(bytes, HEADER_BYTES);
            return digest.rows() == batch.rows() && digest.close(batch.span()).equals(batch);
        } catch (CanonicalReader.Malformed e) {
            return false;
        }
    }

    /** The number of withheld rows in the batch. */
    public int withheld() {
        return BigEndian.readInt(bytes, HEADER_BYTES - Integer.BYTES);
    }

    /** The rows that have copies, in {@link PublishedRow#PUBLIC_ORDER}: all but those of {@link #closedWindows}. */
    public Collection<PublishedRow> rows() {
        return decoded(false);
    }

    /** The rows that say which windows of queries have been closed whose keys nobody declared. The ledger alone takes them. */
    public Collection<PublishedRow> closedWindows() {
        return decoded(true);
    }

    /** Returns the rows of one of the two sorts, which are told apart by their bytes, before they are decoded. */
    private Collection<PublishedRow> decoded(boolean isClosed) {
        int size = isClosed ? closed : batch.rows() - closed;
        return new AbstractCollection<>() {
            @Override
            public Iterator<PublishedRow> iterator() {
                return size == batch.rows() ? canonicalRows().decoded() : some(isClosed, size);
            }

            @Override
            public int size() {
                return size;
            }
        };
    }

    private Iterator<PublishedRow> some(boolean isClosed, int size) {
        PendingRows rows = canonicalRows();
        return Stream.generate(rows::next)
                .filter(row -> LedgerEncoding.isClosed(row, 0) == isClosed)
                .limit(size)
                .map(LedgerEncoding::read)
                .iterator();
    }

    /**
     * The rows of batches by their numbers, but for those of closed windows.
     *
     * @param batches the batches, in any order
     */
    public static SortedMap<Long, Collection<PublishedRow>> byNumber(List<LedgerBatch> batches) {
        SortedMap<Long, Collection<PublishedRow>> rows = new TreeMap<>();
        batches.forEach(each -> rows.put(each.batch().sequence(), each.rows()));
        return rows;
    }

    /**
     * The records for the ledger: the rows, then the seal.
     *
     * @param seal the record that closes the batch
     */
    public Iterable<LedgerRecord> records(BatchSeal seal) {
        return () -> Stream.concat(entries(seal.pipeline()), Stream.of(seal)).iterator();
    }

    /** The rows with their indexes in the batch. A row is decoded when the stream reaches it. */
    private Stream<LedgerRecord> entries(String pipeline) {
        PendingRows rows = canonicalRows();
        return IntStream.range(0, batch.rows())
                .mapToObj(at -> new RowEntry(pipeline, batch.sequence(), at, rows.next()));
    }

    private PendingRows canonicalRows() {
        return new PendingRows(bytes, HEADER_BYTES);
    }

    /** Names the batch, without any row. */
    @Override
    public String toString() {
        return "batch " + batch.sequence();
    }
}
