package dev.weir.accountant.journal.chain;

import dev.weir.accountant.canonical.CanonicalReader;
import dev.weir.accountant.canonical.CanonicalWriter;
import java.security.MessageDigest;

/**
 * Computes the digest of one batch from its rows, which are added in their order and not kept.
 *
 * <p>The digest is SHA-256 of: version, kind, pipeline, sequence, the digest of the previous batch, every row preceded
 * by its length, the three times of the span, the number of rows. Numbers are big-endian, and every field of variable
 * length is preceded by its length, so that no two batches have the same bytes.
 */
public final class BatchDigest {

    private final MessageDigest digest = ChainHash.sha256();
    private final CanonicalWriter length = new CanonicalWriter();
    private final long sequence;
    private int rows;

    /**
     * Creates the digest of the batch that follows {@code previous}.
     *
     * @param pipeline the name of the batch's pipeline
     * @param previous the tip of the pipeline's chain
     */
    public BatchDigest(String pipeline, ChainTip previous) {
        this.sequence = previous.sequence() + 1;
        digest.update(new CanonicalWriter()
                .code(CanonicalForm.VERSION)
                .code(CanonicalForm.BATCH)
                .text(pipeline)
                .number(sequence)
                .raw(previous.hash().bytes())
                .bytes());
    }

    /**
     * Adds the next row.
     *
     * @param row the canonical bytes of the row: {@link LedgerBytes#encode(LedgerRow)}
     */
    public void add(byte[] row) {
        digest.update(length.clear().count(row.length).bytes());
        digest.update(row);
        rows = Math.addExact(rows, 1);
    }

    /**
     * Adds the rows that fill an array from an index to its end, each preceded by its length in four bytes, big-endian.
     *
     * @param framed the canonical bytes of the rows with their lengths
     * @param from the index of the first length
     * @throws CanonicalReader.Malformed if the rows do not end where the array ends
     */
    public void addAll(byte[] framed, int from) {
        int added = count(new CanonicalReader(framed, from));
        digest.update(framed, from, framed.length - from);
        rows = Math.addExact(rows, added);
    }

    private static int count(CanonicalReader framed) {
        int count = 0;
        while (framed.hasMore()) {
            framed.skipBlock();
            count++;
        }
        return count;
    }

    /** The number of rows that have been added. */
    public int rows() {
        return rows;
    }

    /**
     * Returns the batch of the rows that were added. It may be called only once.
     *
     * @param span the event time that all rows are about
     */
    public Batch close(Span span) {
        digest.update(new CanonicalWriter()
                .number(span.from())
                .number(span.firstEnd())
                .number(span.lastEnd())
                .count(rows)
                .bytes());
        return new Batch(new ChainTip(sequence, ChainHash.of(digest.digest())), rows, span);
    }
}
