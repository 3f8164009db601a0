package dev.weir.operators.publish.row;

import dev.weir.accountant.canonical.CanonicalWriter;
import org.apache.flink.api.common.functions.MapFunction;
import org.jspecify.annotations.Nullable;

/**
 * Writes rows in {@link LedgerEncoding}, in the task that has formatted them. These bytes travel to the publisher, are digested, kept by checkpoints and written into the ledger, so that no later task
 * encodes a row again.
 */
public final class RowEncoder implements MapFunction<PublishedRow, byte[]> {

    private static final long serialVersionUID = 1L;

    private transient @Nullable CanonicalWriter out;

    /** @throws IllegalArgumentException if the row is exact: such rows must never come near a ledger */
    @Override
    public byte[] map(PublishedRow row) {
        if (out == null) {
            out = new CanonicalWriter();
        }
        LedgerEncoding.write(row, out.clear());
        return out.bytes();
    }
}
