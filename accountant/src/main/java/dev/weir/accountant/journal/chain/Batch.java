package dev.weir.accountant.journal.chain;

import dev.weir.accountant.privacy.Require;
import java.io.Serializable;

/**
 * The description of a batch that a checkpoint has closed. Its rows, of which there are as many as a step has keys, are
 * passed on separately.
 *
 * @param tip the batch's number in the pipeline's chain, and the digest of the tip before it, of its rows and of their
 * span
 * @param rows how many rows it has, at least 1
 * @param span the event time that the rows are about
 */
public record Batch(ChainTip tip, int rows, Span span) implements Serializable {

    /** @throws dev.weir.accountant.privacy.InvalidParameter if {@code rows} is out of range */
    public Batch {
        Require.atLeast("rows", rows, 1);
    }

    /** The batch's number in the pipeline's chain. */
    public long sequence() {
        return tip.sequence();
    }
}
