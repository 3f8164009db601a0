package dev.weir.accountant.journal.chain;

import dev.weir.accountant.privacy.Require;
import java.io.Serializable;

/**
 * What a checkpoint closed, without its rows: they are as many as a step has keys, and whoever holds them hands them on.
 *
 * @param tip its number in the pipeline's chain and the digest of the tip before it, of its rows and of their span
 * @param rows how many rows it has, at least 1
 * @param span the event time that they are about
 */
public record Batch(ChainTip tip, int rows, Span span) implements Serializable {

    public Batch {
        Require.atLeast("rows", rows, 1);
    }

    /** Its number in the pipeline's chain. */
    public long sequence() {
        return tip.sequence();
    }
}
