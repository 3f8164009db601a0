package dev.weir.accountant.journal.chain;

import dev.weir.accountant.canonical.CanonicalReader;
import dev.weir.accountant.canonical.CanonicalWriter;
import dev.weir.accountant.privacy.Require;
import java.io.Serializable;

/**
 * The description of a batch that a checkpoint has closed. Its rows are passed on separately, because there may be one
 * for each key of a query.
 *
 * @param tip the batch's number in the pipeline's chain, and the digest of the previous tip, the rows and their span
 * @param rows the number of rows, at least 1
 * @param span the event time that the rows are about
 */
public record Batch(ChainTip tip, int rows, Span span) implements CanonicalWriter.Fields, Serializable {

    /** The number of canonical bytes of a batch. */
    public static final int BYTES = ChainTip.BYTES + Integer.BYTES + 3 * Long.BYTES;

    /** @throws dev.weir.accountant.privacy.InvalidParameter if {@code rows} is out of range */
    public Batch {
        Require.atLeast("rows", rows, 1);
    }

    /** The batch's number in the pipeline's chain. */
    public long sequence() {
        return tip.sequence();
    }

    /**
     * Reads a batch that {@link #writeTo} has written.
     *
     * @param in the reader of the bytes
     * @throws IllegalArgumentException if the bytes are not those of a batch
     */
    public static Batch read(CanonicalReader in) {
        return new Batch(ChainTip.read(in), in.count(), new Span(in.number(), in.number(), in.number()));
    }

    @Override
    public void writeTo(CanonicalWriter out) {
        out.fields(tip).count(rows).number(span.from()).number(span.firstEnd()).number(span.lastEnd());
    }
}
