package dev.weir.accountant.journal.chain;

import dev.weir.accountant.privacy.Require;
import java.io.Serializable;

/**
 * The end of a hash chain: the number of its latest entry, and a digest of that entry and of all before it.
 *
 * <p>Two chains with equal tips have equal entries, unless SHA-256 has a collision.
 *
 * @param sequence the number of the latest entry, counted from 1 on without gaps; 0 for a chain without entries
 * @param hash the digest of the latest entry and of the tip before it
 */
public record ChainTip(long sequence, ChainHash hash) implements Serializable {

    /** @throws dev.weir.accountant.privacy.InvalidParameter if {@code sequence} is out of range */
    public ChainTip {
        Require.atLeast("sequence", sequence, 0);
    }

    @Override
    public String toString() {
        return sequence + ":" + hash;
    }
}
